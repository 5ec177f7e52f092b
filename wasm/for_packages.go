//go:build wasip1 && columns

package main

const forPackages = true
