// Package stores gives the files and folders that a user named to codec/file: read only, without a
// lock, without a trace where the system allows it, and unpacked where they are compressed.
package stores
