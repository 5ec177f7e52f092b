// What a value is, for checks and for sentences about it.

/** "Uint8Array", "Null", "Promise". */
export const tagOf = (input) => Object.prototype.toString.call(input).slice(8, -1);

const named = Object.getOwnPropertyDescriptor(Object.getPrototypeOf(Uint8Array.prototype), Symbol.toStringTag).get;
/**
 * The name of a typed array's type; undefined for everything else. One of another realm (a frame, a test's sandbox) is no instance
 * of this one's, and a name may be claimed.
 */
export const typeOf = (input) => named.call(input);
