//go:build wasip1

package accumulograph

// objectDepth limits how deep objects nest. The stack of WebAssembly is that of the JavaScript
// engine, and a worker has little of it: some 650 objects of a user's class fill Chromium's. The
// decoder is then lost, with an error that says nothing about the bytes.
const objectDepth = 400
