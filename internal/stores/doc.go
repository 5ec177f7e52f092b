// Package stores gives codec/file access to the files and folders that a user named: read-only,
// without a lock, without changing access times where the system allows it, and decompressed if
// they are compressed.
package stores
