// The script of a decoding worker, so that the page does not have to wait. connect() talks to it.

import * as rowlens from "./browser.js";
import { serve } from "./serve.js";

const take = serve(rowlens, (message) => postMessage(message));
addEventListener("message", ({ data }) => take(data));
