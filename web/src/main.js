// Puts the page together. Each mode is a folder with a function start(), which
// returns what is asked of a mode:
//
//   input      the element that "/" goes to
//   regions()  the Tab stops that F6 goes through, in order
//   shown()    called each time the mode is chosen; may be absent
//   open(x)    takes over what another mode hands on; may be absent

import { current } from "./app.js";
import * as bulk from "./bulk/bulk.js";
import * as decode from "./decode/decode.js";
import * as build from "./encode/encode.js";
import { afterReload } from "./io/kept.js";
import * as link from "./io/link.js";
import { keepOffline } from "./io/offline.js";
import * as order from "./order/order.js";
import * as time from "./time/time.js";
import { byId } from "./view/dom.js";
import * as tabs from "./view/tabs.js";
import * as theme from "./view/theme.js";

theme.listen(byId("theme"));
const modes = { decode: decode.start(), build: build.start(), order: order.start(), time: time.start(), bulk: bulk.start() };
current.mode = modes.decode;
current.choose = tabs.listen(document.querySelector("[role=tablist]"), (name) => {
  current.mode = modes[name];
  current.mode.shown?.();
});
/** Shows a mode with what it shall start from: current.open("decode", {text, note}). */
current.open = (name, given) => {
  current.choose(name);
  modes[name].open?.(given);
};

function readAddress() {
  const state = { text: afterReload(), ...link.read(location.hash) };
  if (state.mode) current.choose(state.mode);
  decode.readAddress(state);
}
readAddress();
addEventListener("hashchange", readAddress);
keepOffline();
