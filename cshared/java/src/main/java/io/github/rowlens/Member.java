package io.github.rowlens;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.IntBuffer;
import java.util.Arrays;
import java.util.List;
import java.util.Map;

/**
 * One member of the fields of each row, for {@link Kind#encodeColumns}: the reverse of a {@link Column}. Its path is like that of
 * a {@link Field}. The paths of a call form one tree: no member is inside another, and lists have all items from 0 up to the
 * last. Buffers must not change before the call returns.
 */
public final class Member {
	private final String path;
	private final Field.Type type;
	private final int rows;
	private final byte[] validity;
	private final Cells cells;
	private final ByteBuffer data;

	private Member(String path, Field.Type type, int rows, byte[] validity, Cells cells, ByteBuffer data) {
		this.path = path;
		this.type = type;
		this.rows = rows;
		this.validity = validity;
		this.cells = cells;
		this.data = data;
	}

	/** Whole numbers. */
	public static Member longs(String path, long... values) {
		ByteBuffer data = direct(8 * values.length);
		data.asLongBuffer().put(values);
		return new Member(path, Field.Type.INT64, values.length, null, null, data);
	}

	/** Floating-point numbers. */
	public static Member doubles(String path, double... values) {
		ByteBuffer data = direct(8 * values.length);
		data.asDoubleBuffer().put(values);
		return new Member(path, Field.Type.FLOAT64, values.length, null, null, data);
	}

	/** Truth values. */
	public static Member bools(String path, boolean... values) {
		byte[] bits = bits(values, values.length);
		return new Member(path, Field.Type.BOOL, values.length, null, null, direct(bits.length).put(0, bits));
	}

	/**
	 * Texts, bytes, or members as JSON or CBOR. With JSON or CBOR and an empty path, a cell has all fields of a row. A
	 * null cell means that the record lacks the member.
	 *
	 * @param type UTF8, BINARY, JSON or CBOR
	 */
	public static Member cells(String path, Field.Type type, Cells cells) {
		if (type == Field.Type.INT64 || type == Field.Type.FLOAT64 || type == Field.Type.BOOL) {
			throw new IllegalArgumentException(type + " is no type for cells");
		}
		return new Member(path, type, cells.rows(), Cells.validIn(Map.of("", cells)), cells, null);
	}

	/** A column that {@link Kind#decodeColumns} made, with its nulls. */
	public static Member column(String path, Column column) {
		byte[] valid = new byte[(column.rows() + 7) / 8];
		column.validity().get(valid);
		boolean fixed = column.type() == Field.Type.INT64 || column.type() == Field.Type.FLOAT64 || column.type() == Field.Type.BOOL;
		Cells cells = fixed ? null : new Cells(column.offsets(), column.data());
		return new Member(path, column.type(), column.rows(), valid, cells, fixed ? column.data() : null);
	}

	/** Says which rows have the member. Other rows, and those past the last value given, lack it. */
	public Member valid(boolean... rows) {
		return new Member(path, type, this.rows, bits(rows, this.rows), cells, data);
	}

	/** How many rows there are. */
	public int rows() {
		return rows;
	}

	private static ByteBuffer direct(int size) {
		return ByteBuffer.allocateDirect(size).order(ByteOrder.nativeOrder());
	}

	private static byte[] bits(boolean[] values, int rows) {
		byte[] bits = new byte[(rows + 7) / 8];
		for (int i = 0; i < Math.min(values.length, rows); i++) {
			bits[i / 8] |= (byte) (values[i] ? 1 << i % 8 : 0);
		}
		return bits;
	}

	/** A single row of it. */
	Member row(int row) {
		byte[] valid = validity == null ? null : new byte[] {(byte) (validity[row / 8] >> row % 8 & 1)};
		if (cells != null) {
			IntBuffer ends = cells.offsets();
			Cells one = new Cells(ends.limit(ends.position() + row + 2).position(ends.position() + row), cells.data());
			return new Member(path, type, 1, valid, one, null);
		}
		if (type == Field.Type.BOOL) {
			return new Member(path, type, 1, valid, null, direct(1).put(0, (byte) (data.get(row / 8) >> row % 8 & 1)));
		}
		return new Member(path, type, 1, valid, null, data.slice(8 * row, 8).order(ByteOrder.nativeOrder()));
	}

	/** The number of rows, which all of them share. */
	static int rowsOf(List<Member> members) {
		for (Member one : members) {
			if (one.rows != members.get(0).rows) {
				throw new IllegalArgumentException("the members must have the same number of rows: " + members.get(0).path + " has "
						+ members.get(0).rows + ", " + one.path + " has " + one.rows);
			}
		}
		return members.isEmpty() ? 0 : members.get(0).rows;
	}

	/** An array of rl_values. */
	static long put(Memory memory, List<Member> members) {
		Memory.Block list = memory.room(members.size() * Abi.Values.SIZE);
		int at = 0;
		for (Member one : members) {
			list.bytes().putLong(at + Abi.Values.PATH, memory.put(one.path));
			list.bytes().putInt(at + Abi.Values.TYPE, one.type.number);
			list.bytes().putInt(at + Abi.Values.ZERO, 0);
			list.bytes().putLong(at + Abi.Values.VALIDITY, one.validity == null ? 0 : memory.put(one.validity));
			list.bytes().putLong(at + Abi.Values.OFFSETS, one.cells == null ? 0 : one.cells.offsetsIn(memory));
			list.bytes().putLong(at + Abi.Values.DATA, one.cells == null ? Memory.addressOf(one.data) : one.cells.dataIn(memory));
			at += Abi.Values.SIZE;
		}
		return list.address();
	}

	@Override
	public String toString() {
		return "Member[path=" + path + ", type=" + type + ", rows=" + rows + (validity == null ? "" : ", validity=" + Arrays.toString(validity)) + "]";
	}
}
