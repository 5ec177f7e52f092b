package io.github.rowlens;

import java.util.Arrays;
import java.util.Iterator;
import java.util.function.IntFunction;

/** One encoded part of each row of a batch, or the error. */
public final class EncodedBatch implements Iterable<Row<byte[]>> {
	private final int[] starts;
	private final int[] codes;
	private final byte[] data;
	private final IntFunction<RowlensException> why;

	EncodedBatch(int[] starts, int[] codes, byte[] data, IntFunction<RowlensException> why) {
		this.why = why;
		this.starts = starts;
		this.codes = codes;
		this.data = data;
	}

	/** How many rows there are. */
	public int size() {
		return codes.length;
	}

	/** 0, or why the row failed: a number as {@link RowlensException#number} has it. */
	public int code(int row) {
		return codes[row];
	}

	/**
	 * The bytes of a row.
	 *
	 * @throws RowlensException when the row's fields were refused
	 */
	public byte[] bytes(int row) {
		RowlensException failed = error(row);
		if (failed != null) {
			throw failed;
		}
		return Arrays.copyOfRange(data, starts[row], starts[row + 1]);
	}

	/** Why a row failed, or null when it did not. */
	public RowlensException error(int row) {
		return codes[row] == 0 ? null : why.apply(row);
	}

	/** The rows in order: bytes or an error for each. */
	@Override
	public Iterator<Row<byte[]>> iterator() {
		return Row.all(size(), this::error, this::bytes);
	}

	/** How many rows there are. */
	@Override
	public String toString() {
		return "EncodedBatch: " + Row.counted(codes);
	}
}
