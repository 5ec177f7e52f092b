// Package columns writes records as typed columns (package typed): a Parquet file, or a stream of Arrow's.
package columns
