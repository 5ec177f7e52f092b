// The script of a decoding worker thread in Node. connect() talks to it.

import { parentPort } from "node:worker_threads";

import * as rowlens from "./node.js";
import { serve } from "./serve.js";

const take = serve(rowlens, (message) => parentPort.postMessage(message));
parentPort.on("message", take);
