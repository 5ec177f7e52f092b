//go:build !wasip1

package accumulograph

// objectDepth bounds how deep objects nest. ObjectInputStream is bounded only by its thread's
// stack, which a few thousand objects fill.
const objectDepth = 1000
