package io.github.rowlens;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.IntBuffer;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Bytes of many rows, laid out as in Arrow: row i is data from offsets[i] to offsets[i + 1]. Direct
 * buffers are read in place; others are copied. They must not change before the call returns.
 */
public final class Cells {
	private final IntBuffer offsets;
	private final ByteBuffer data;
	private final ByteBuffer validity;

	/**
	 * Cells in buffers. The offsets must stay within the data.
	 *
	 * @param offsets one number more than there are rows, from the buffer's position to its limit
	 * @param data the bytes; offsets count from the buffer's position
	 * @param validity one bit per row, least significant first: 0 is null. May be null if no row is. A row
	 *     with a null in one of its parts is null in the answer
	 */
	public Cells(IntBuffer offsets, ByteBuffer data, ByteBuffer validity) {
		if (offsets.remaining() == 0) {
			throw new IllegalArgumentException("expected one offset more than there are rows, found none");
		}
		int end = offsets.get(offsets.limit() - 1);
		if (end > data.remaining()) {
			throw new IllegalArgumentException("the offsets end at " + end + ", the data has " + data.remaining() + " bytes");
		}
		if (validity != null && 8L * validity.remaining() < offsets.remaining() - 1) {
			throw new IllegalArgumentException("the validity has fewer bits than there are rows");
		}
		this.offsets = offsets.duplicate();
		this.data = data.duplicate();
		this.validity = validity == null ? null : validity.duplicate();
	}

	/** Cells without nulls. */
	public Cells(IntBuffer offsets, ByteBuffer data) {
		this(offsets, data, null);
	}

	/** Cells of arrays; a null array is a null. */
	public static Cells of(List<byte[]> cells) {
		long size = 0;
		for (byte[] cell : cells) {
			size += cell == null ? 0 : cell.length;
		}
		ByteBuffer data = direct(Math.toIntExact(size));
		IntBuffer offsets = direct(Math.multiplyExact(4, cells.size() + 1)).asIntBuffer();
		ByteBuffer validity = null;
		for (int row = 0; row < cells.size(); row++) {
			byte[] cell = cells.get(row);
			if (cell != null) {
				data.put(cell);
			} else {
				validity = validity == null ? ones(cells.size()) : validity;
				validity.put(row / 8, (byte) (validity.get(row / 8) & ~(1 << row % 8)));
			}
			offsets.put(row + 1, data.position());
		}
		return new Cells(offsets, data.flip(), validity);
	}

	/** Where the rows begin and end. */
	public IntBuffer offsets() {
		return offsets.duplicate();
	}

	/** The bytes of all rows. */
	public ByteBuffer data() {
		return data.duplicate();
	}

	/** How many rows there are. */
	public int rows() {
		return offsets.remaining() - 1;
	}

	private static ByteBuffer direct(int size) {
		return ByteBuffer.allocateDirect(size).order(ByteOrder.nativeOrder());
	}

	private static ByteBuffer ones(int bits) {
		ByteBuffer ones = ByteBuffer.allocate((bits + 7) / 8);
		for (int i = 0; i < ones.capacity(); i++) {
			ones.put(i, (byte) -1);
		}
		return ones;
	}

	/** An array of rl_column. */
	static long put(Memory memory, Map<String, Cells> parts) {
		Memory.Block list = memory.room(parts.size() * Abi.Column.SIZE);
		int at = 0;
		for (Map.Entry<String, Cells> part : parts.entrySet()) {
			Cells cells = part.getValue();
			list.bytes().putLong(at + Abi.Column.NAME, memory.put(part.getKey()));
			list.bytes().putLong(at + Abi.Column.OFFSETS, cells.offsetsIn(memory));
			list.bytes().putLong(at + Abi.Column.DATA, cells.dataIn(memory));
			at += Abi.Column.SIZE;
		}
		return list.address();
	}

	/** The address of the offsets for the library. */
	long offsetsIn(Memory memory) {
		int end = offsets.get(offsets.limit() - 1); // the caller may have changed it since
		if (end > data.remaining()) {
			throw new IllegalArgumentException("the offsets end at " + end + ", the data has " + data.remaining() + " bytes");
		}
		if (offsets.isDirect() && offsets.order() == ByteOrder.nativeOrder()) {
			return Memory.addressOf(offsets) + 4L * offsets.position();
		}
		Memory.Block copy = memory.ints(offsets.remaining());
		copy.bytes().asIntBuffer().put(offsets.duplicate());
		return copy.address();
	}

	/** The address of the data for the library. */
	long dataIn(Memory memory) {
		if (data.isDirect()) {
			return Memory.addressOf(data) + data.position();
		}
		Memory.Block copy = memory.room(data.remaining());
		copy.bytes().duplicate().put(data.duplicate());
		return copy.address();
	}

	/** How many rows each part has. */
	static int rowsOf(Map<String, Cells> parts) {
		Map.Entry<String, Cells> first = null;
		for (Map.Entry<String, Cells> part : parts.entrySet()) {
			first = first == null ? part : first;
			if (part.getValue().rows() != first.getValue().rows()) {
				throw new IllegalArgumentException("the parts must have the same number of rows: " + first.getKey() + " has "
						+ first.getValue().rows() + ", " + part.getKey() + " has " + part.getValue().rows());
			}
		}
		return first == null ? 0 : first.getValue().rows();
	}

	/** The rows that are null in no part, as bits; null if that is all of them. */
	static byte[] validIn(Map<String, Cells> parts) {
		byte[] valid = null;
		for (Cells cells : parts.values()) {
			if (cells.validity == null) {
				continue;
			}
			byte[] own = new byte[(cells.rows() + 7) / 8];
			cells.validity.duplicate().get(own);
			for (int i = 0; valid != null && i < own.length; i++) {
				own[i] &= valid[i];
			}
			valid = own;
		}
		return valid;
	}

	/** The cells of a row that has all of them. */
	static Map<String, Cells> row(Map<String, Cells> parts, int row) {
		Map<String, Cells> one = new LinkedHashMap<>();
		parts.forEach((name, cells) -> {
			int at = cells.offsets.position() + row;
			one.put(name, new Cells(cells.offsets().position(at).limit(at + 2), cells.data()));
		});
		return one;
	}

	static boolean isValid(byte[] valid, int row) {
		return valid == null || (valid[row / 8] >> row % 8 & 1) != 0;
	}
}
