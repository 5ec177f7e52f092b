package io.github.rowlens;

import java.nio.ByteBuffer;

/** A stream of rows in batches of columns, laid out as Arrow lays them out. */
interface RowStream extends AutoCloseable {
	/** The columns, as those of a struct. */
	StoreRows.Field schema();

	/** The next batch, as a struct; null after the last. */
	Array next();

	@Override
	void close();

	/** The values of a column. Closing that of a batch lets go of all in it. */
	interface Array extends AutoCloseable {
		int rows();

		/** A buffer, in the machine's byte order; null for one that is left out. */
		ByteBuffer buffer(int number, long size);

		Array child(int number);

		@Override
		void close();
	}
}
