package io.github.rowlens;

import java.util.Iterator;
import java.util.Map;
import java.util.stream.IntStream;

/** Decoded rows: a record, an error or null for each. A row is read when you ask for it. */
public final class Batch implements Iterable<Row<DecodedRecord>> {
	private final Kind kind;
	private final int[] starts;
	private final int[] codes;
	private final byte[] data;
	private final byte[] valid;

	Batch(Kind kind, int[] starts, int[] codes, byte[] data, byte[] valid) {
		this.kind = kind;
		this.starts = starts;
		this.codes = codes;
		this.data = data;
		this.valid = valid;
	}

	/** How many rows there are. */
	public int size() {
		return codes.length;
	}

	/** 0, or why the row failed: a number as {@link RowlensException#number} has it. 0 for null. */
	public int code(int row) {
		return isNull(row) ? 0 : codes[row];
	}

	/** Whether one of the row's cells was null. */
	public boolean isNull(int row) {
		return !Cells.isValid(valid, row);
	}

	/**
	 * The record of a row, or null when the row was null.
	 *
	 * @throws RowlensException when the row failed
	 */
	public DecodedRecord record(int row) {
		RowlensException failed = error(row);
		if (failed != null) {
			throw failed;
		}
		return isNull(row) ? null : kind.recordOf(Cbor.members(data, starts[row]));
	}

	/** Why a row failed, or null when it did not. */
	public RowlensException error(int row) {
		if (code(row) == 0) {
			return null;
		}
		return RowlensException.of((Map<?, ?>) Cbor.members(data, starts[row]).get("error"), codes[row], row);
	}

	/** The rows in order: a record, an error or neither for each. */
	@Override
	public Iterator<Row<DecodedRecord>> iterator() {
		return Row.all(size(), this::error, this::record);
	}

	/** The kind, and how many rows there are. */
	@Override
	public String toString() {
		return "Batch of " + kind + ": " + Row.counted(IntStream.range(0, size()).map(this::code).toArray());
	}

	/** Throws the error of the first row that failed. */
	Batch strict() {
		for (int row = 0; row < size(); row++) {
			if (code(row) != 0) {
				throw error(row);
			}
		}
		return this;
	}
}
