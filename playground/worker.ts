import { serve } from "portside/worker";

serve();
