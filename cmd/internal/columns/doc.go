// Package columns writes records as typed columns (package typed), in a Parquet file or an Arrow stream.
package columns
