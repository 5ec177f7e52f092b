// Pauses in the work of the worker.

const channel = new MessageChannel();
const paused = []; // reading and filtering pause at the same time
channel.port1.onmessage = () => paused.shift()();

/** Lets pending messages be handled. */
export const pause = () => new Promise((resolve) => {
  paused.push(resolve);
  channel.port2.postMessage(0);
});
