package io.github.rowlens;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.DoubleBuffer;
import java.nio.IntBuffer;
import java.nio.LongBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Objects;

/**
 * One column, laid out as in Arrow: buffers are direct, start at multiples of 64 bytes and live as
 * long as any of them is reachable. A row without a value has 0 or nothing in the data.
 */
public final class Column {
	private final Field.Type type;
	private final int rows;
	private final int nullCount;
	private final ByteBuffer validity;
	private final ByteBuffer offsets;
	private final ByteBuffer data;

	private Column(Field.Type type, int rows, int nullCount, ByteBuffer validity, ByteBuffer offsets, ByteBuffer data) {
		this.type = type;
		this.rows = rows;
		this.nullCount = nullCount;
		this.validity = validity;
		this.offsets = offsets;
		this.data = data;
	}

	/** The column that the rl_array at a byte of an answer describes, without the rows that are not valid. */
	static Column of(Field.Type type, ByteBuffer answer, int at, byte[] valid) {
		int rows = (int) answer.getLong(at + Abi.Array.LENGTH);
		int nulls = (int) answer.getLong(at + Abi.Array.NULL_COUNT);
		ByteBuffer bits = slice(answer, answer.getLong(at + Abi.Array.VALIDITY), (rows + 7) / 8);
		if (valid != null) {
			nulls = rows;
			for (int i = 0; i < valid.length; i++) {
				bits.put(i, (byte) (bits.get(i) & valid[i]));
				nulls -= Integer.bitCount(bits.get(i) & 0xff);
			}
		}
		long offsets = answer.getLong(at + Abi.Array.OFFSETS);
		ByteBuffer data = slice(answer, answer.getLong(at + Abi.Array.DATA), answer.getLong(at + Abi.Array.DATA_SIZE));
		return new Column(type, rows, nulls, bits, offsets == 0 ? null : slice(answer, offsets, 4L * (rows + 1)), data);
	}

	private static ByteBuffer slice(ByteBuffer answer, long start, long size) {
		return answer.slice((int) start, (int) size).order(ByteOrder.nativeOrder());
	}

	/** What the column holds. */
	public Field.Type type() {
		return type;
	}

	/** How many rows there are. */
	public int rows() {
		return rows;
	}

	/** How many rows have no value. */
	public int nullCount() {
		return nullCount;
	}

	/** Whether a row has no value: it was null, it failed, or its record has no such member. */
	public boolean isNull(int row) {
		return !bit(validity, row);
	}

	/** One bit per row, least significant first: 1 has a value, 0 is null. */
	public ByteBuffer validity() {
		return view(validity);
	}

	/** The values: bytes for text and bytes, bits for BOOL, numbers in the machine's order for the others. */
	public ByteBuffer data() {
		return view(data);
	}

	/** For text and bytes: row i is data from offsets[i] to offsets[i + 1]. */
	public IntBuffer offsets() {
		if (offsets == null) {
			throw isNot("text or bytes");
		}
		return offsets.asIntBuffer();
	}

	/** The values of an INT64 column. */
	public LongBuffer longs() {
		expect(Field.Type.INT64);
		return data.asLongBuffer();
	}

	/** The values of a FLOAT64 column. */
	public DoubleBuffer doubles() {
		expect(Field.Type.FLOAT64);
		return data.asDoubleBuffer();
	}

	/** A value of a BOOL column. */
	public boolean bool(int row) {
		expect(Field.Type.BOOL);
		return bit(data, row);
	}

	/** A value of a UTF8, JSON, ERROR or DOUBTS column; null when the row has none. */
	public String text(int row) {
		byte[] bytes = bytes(row);
		return bytes == null ? null : new String(bytes, StandardCharsets.UTF_8);
	}

	/** A value of a column of text or bytes; null when the row has none. */
	public byte[] bytes(int row) {
		IntBuffer ends = offsets();
		if (isNull(row)) {
			return null;
		}
		byte[] bytes = new byte[ends.get(row + 1) - ends.get(row)];
		data.get(ends.get(row), bytes);
		return bytes;
	}

	private static ByteBuffer view(ByteBuffer buffer) {
		return buffer.duplicate().order(ByteOrder.nativeOrder());
	}

	private boolean bit(ByteBuffer bits, int row) {
		return (bits.get(Objects.checkIndex(row, rows) / 8) >> row % 8 & 1) != 0;
	}

	private void expect(Field.Type wanted) {
		if (type != wanted) {
			throw isNot(wanted.toString());
		}
	}

	private IllegalStateException isNot(String wanted) {
		return new IllegalStateException("the column is of type " + type + ", not " + wanted);
	}
}
