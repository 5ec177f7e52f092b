//go:build wasip1 && !columns

package main

// forPackages is set in the module of the npm package: the page says once what was assumed, and has its filter in view.
const forPackages = false
