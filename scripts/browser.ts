import { provideBrowser } from "../test/support/browser.ts";

console.log(provideBrowser());
