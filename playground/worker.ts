import { compile } from "portside/engines/regex";
import { serve } from "portside/worker";

// What the engine loads when a pattern first needs it is loaded now: from here on the page needs no network.
await compile(String.raw`(?i)\w\p{Greek}`);
serve();
