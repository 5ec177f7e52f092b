package io.github.rowlens;

import java.util.Iterator;
import java.util.NoSuchElementException;
import java.util.function.IntFunction;

/**
 * A row of a batch: its value, or why it failed, or neither if it was null.
 *
 * @param number of the row in the batch, from 0
 * @param value the decoded record, or the bytes that encoding made; null if the row failed or was null
 * @param error why the row failed, or null
 */
public record Row<T>(int number, T value, RowlensException error) {
	/** Whether the row was null: it neither failed nor has a value. */
	public boolean isNull() {
		return value == null && error == null;
	}

	/** The value, or null when the row was null. A row that failed throws its error. */
	public T get() {
		if (error != null) {
			throw error;
		}
		return value;
	}

	/** The rows of a batch, each read on access. */
	static <T> Iterator<Row<T>> all(int size, IntFunction<RowlensException> error, IntFunction<T> value) {
		return new Iterator<>() {
			private int next;

			@Override
			public boolean hasNext() {
				return next < size;
			}

			@Override
			public Row<T> next() {
				if (!hasNext()) {
					throw new NoSuchElementException();
				}
				int row = next++;
				RowlensException failed = error.apply(row);
				return new Row<>(row, failed == null ? value.apply(row) : null, failed);
			}
		};
	}

	/** How many rows there are, and how many of them failed. */
	static String counted(int... codes) {
		int failed = 0;
		for (int code : codes) {
			failed += code == 0 ? 0 : 1;
		}
		return codes.length + " rows" + (failed == 0 ? "" : ", " + failed + " with an error");
	}
}
