//go:build !wasip1

package accumulograph

// objectDepth limits how deep objects nest. What limits ObjectInputStream is only its thread's
// stack, which a few thousand objects fill.
const objectDepth = 1000
