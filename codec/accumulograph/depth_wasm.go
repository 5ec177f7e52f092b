//go:build wasip1

package accumulograph

// objectDepth bounds how deep objects nest. The stack of WebAssembly is that of the JavaScript
// engine, of which a worker has little: some 650 objects of a user's class fill Chromium's, and
// then the decoder is lost with an error that says nothing about the bytes.
const objectDepth = 400
