import { layering } from "./layering.js";
import { replacementFunction } from "./replacement-function.js";

export default { meta: { name: "portside" }, rules: { layering, "replacement-function": replacementFunction } };
