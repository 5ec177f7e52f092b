// Types of values, for checks and messages.

/** "Uint8Array", "Null", "Promise". */
export const tagOf = (input) => Object.prototype.toString.call(input).slice(8, -1);

const named = Object.getOwnPropertyDescriptor(Object.getPrototypeOf(Uint8Array.prototype), Symbol.toStringTag).get;
/**
 * The name of a typed array's type; undefined for everything else. An array from another realm (a frame, a test's sandbox) is not
 * an instance of this realm's classes, and a class name can be faked.
 */
export const typeOf = (input) => named.call(input);
