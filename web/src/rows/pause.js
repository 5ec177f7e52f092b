// Breaks in long work. A message is the only break that browsers neither delay nor forget when the tab is in the background.

const channel = new MessageChannel();
const paused = []; // reading and filtering pause at the same time
channel.port1.onmessage = () => paused.shift()();

/** Lets pending messages be handled. */
export const pause = () => new Promise((resolve) => {
  paused.push(resolve);
  channel.port2.postMessage(0);
});
