// The script of a worker that decodes, so that the page does not wait. connect() speaks with it.

import * as rowlens from "./browser.js";
import { serve } from "./serve.js";

const take = serve(rowlens, (message) => postMessage(message));
addEventListener("message", ({ data }) => take(data));
