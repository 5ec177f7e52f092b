// Assembles the page. Each mode is a folder with a function start(), which returns the
// mode:
//
//   input      the element that "/" focuses
//   regions()  the Tab stops that F6 cycles through, in order
//   shown()    called each time the mode is chosen; optional
//   open(x)    takes what another mode passes on; optional

import { current } from "./app.js";
import * as bulk from "./bulk/bulk.js";
import * as decode from "./decode/decode.js";
import * as encode from "./encode/encode.js";
import { afterReload } from "./io/kept.js";
import * as link from "./io/link.js";
import { keepOffline } from "./io/offline.js";
import * as order from "./order/order.js";
import * as time from "./time/time.js";
import { byId } from "./view/dom.js";
import * as tabs from "./view/tabs.js";
import * as theme from "./view/theme.js";

theme.listen(byId("theme"));
const modes = { decode: decode.start(), build: encode.start(), order: order.start(), time: time.start(), bulk: bulk.start() };
current.mode = modes.decode;
current.choose = tabs.listen(document.querySelector("[role=tablist]"), (name) => {
  current.mode = modes[name];
  current.mode.shown?.();
});
/** Switches to a mode and passes it something to open: current.open("decode", {text, note}). */
current.open = (name, given) => {
  current.choose(name);
  modes[name].open?.(given);
};
current.reading = decode.reading;

function readAddress() {
  const state = { text: afterReload(), ...link.read(location.hash) };
  if (state.mode) current.choose(state.mode);
  decode.readAddress(state);
}
readAddress();
addEventListener("hashchange", readAddress);
keepOffline({ notice: byId("update"), reload: byId("update-reload"), text: () => byId("input").value });
