package io.github.rowlens;

import java.util.Map;

/** Decoded rows: for each its record, the error, or null where the cell was null; read as asked for. */
public final class Batch {
	private final String format;
	private final String record;
	private final int[] starts;
	private final int[] codes;
	private final byte[] data;
	private final byte[] valid;

	Batch(String format, String record, int[] starts, int[] codes, byte[] data, byte[] valid) {
		this.format = format;
		this.record = record;
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

	/** Whether the row was null in one of the columns. */
	public boolean isNull(int row) {
		return !Cells.isValid(valid, row);
	}

	/**
	 * The record of a row, or null when the row was null.
	 *
	 * @throws RowlensException when the row failed
	 */
	@SuppressWarnings("unchecked") // "fields" is always a map
	public DecodedRecord record(int row) {
		RowlensException failed = error(row);
		if (failed != null) {
			throw failed;
		}
		if (isNull(row)) {
			return null;
		}
		Map<String, Object> fields = Cbor.members(data, starts[row]);
		if (!record.isEmpty()) {
			return new DecodedRecord(format, record, fields);
		}
		return new DecodedRecord(format, (String) fields.get("record"), (Map<String, Object>) fields.get("fields"));
	}

	/** Why a row failed, or null when it did not. */
	public RowlensException error(int row) {
		if (code(row) == 0) {
			return null;
		}
		return RowlensException.of((Map<?, ?>) Cbor.members(data, starts[row]).get("error"), codes[row], row);
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
