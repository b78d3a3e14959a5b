import { config } from "zod/v4/core";
import { serve } from "./serve.ts";

// A statement, since an import for its effect alone is dropped by bundlers; here, since on a page this setting would be everybody's.
config({ jitless: true });
serve();
