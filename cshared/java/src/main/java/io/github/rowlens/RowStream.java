package io.github.rowlens;

import java.nio.ByteBuffer;

/** A stream of rows in batches of columns, in Arrow's layout. */
interface RowStream extends AutoCloseable {
	/** The columns, as fields of a struct. */
	StoreRows.Field schema();

	/** The next batch, as a struct; null after the last. */
	Array next();

	@Override
	void close();

	/** The values of a column. Closing the array of a batch releases everything in it. */
	interface Array extends AutoCloseable {
		int rows();

		/** A buffer, in native byte order; null if it is omitted. */
		ByteBuffer buffer(int number, long size);

		Array child(int number);

		@Override
		void close();
	}
}
