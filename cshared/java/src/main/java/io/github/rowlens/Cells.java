package io.github.rowlens;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.IntBuffer;
import java.util.List;

/**
 * One part of every row of a batch, laid out as in Arrow: row i is data from offsets[i] to
 * offsets[i + 1]. Direct buffers are read where they are; others are copied. Nobody may change them
 * before the call returns.
 */
public final class Cells {
	private final String part;
	private final IntBuffer offsets;
	private final ByteBuffer data;
	private final ByteBuffer validity;

	/**
	 * Cells in buffers. The offsets must stay in the data.
	 *
	 * @param part the name of the part, "row"
	 * @param offsets one number more than there are rows, from the buffer's position to its limit
	 * @param data the bytes; offsets count from the buffer's position
	 * @param validity a bit a row, the first the least significant: 0 is null; null when no row is. A row
	 *     that is null in one of the columns is null in the answer
	 */
	public Cells(String part, IntBuffer offsets, ByteBuffer data, ByteBuffer validity) {
		if (offsets.remaining() == 0) {
			throw new IllegalArgumentException(part + ": offsets have one number more than there are rows, at least one");
		}
		int end = offsets.get(offsets.limit() - 1);
		if (end > data.remaining()) {
			throw new IllegalArgumentException(part + ": the offsets end at " + end + ", the data has " + data.remaining() + " bytes");
		}
		if (validity != null && 8L * validity.remaining() < offsets.remaining() - 1) {
			throw new IllegalArgumentException(part + ": the validity has fewer bits than there are rows");
		}
		this.part = part;
		this.offsets = offsets.duplicate();
		this.data = data.duplicate();
		this.validity = validity == null ? null : validity.duplicate();
	}

	/** Cells of which none is null. */
	public Cells(String part, IntBuffer offsets, ByteBuffer data) {
		this(part, offsets, data, null);
	}

	/** Cells of arrays; one that is null is a null. */
	public static Cells of(String part, List<byte[]> cells) {
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
		return new Cells(part, offsets, data.flip(), validity);
	}

	/** The name of the part. */
	public String part() {
		return part;
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
	static long put(Memory memory, List<Cells> columns) {
		Memory.Block list = memory.room(columns.size() * Abi.Column.SIZE);
		int at = 0;
		for (Cells cells : columns) {
			list.bytes().putLong(at + Abi.Column.NAME, memory.put(cells.part));
			list.bytes().putLong(at + Abi.Column.OFFSETS, cells.offsetsIn(memory));
			list.bytes().putLong(at + Abi.Column.DATA, cells.dataIn(memory));
			at += Abi.Column.SIZE;
		}
		return list.address();
	}

	private long offsetsIn(Memory memory) {
		if (offsets.isDirect() && offsets.order() == ByteOrder.nativeOrder()) {
			return Memory.addressOf(offsets) + 4L * offsets.position();
		}
		Memory.Block copy = memory.ints(offsets.remaining());
		copy.bytes().asIntBuffer().put(offsets.duplicate());
		return copy.address();
	}

	private long dataIn(Memory memory) {
		if (data.isDirect()) {
			return Memory.addressOf(data) + data.position();
		}
		Memory.Block copy = memory.room(data.remaining());
		copy.bytes().duplicate().put(data.duplicate());
		return copy.address();
	}

	/** The rows that all columns have. */
	static int rowsOf(List<Cells> columns) {
		int rows = columns.isEmpty() ? 0 : columns.get(0).rows();
		for (Cells cells : columns) {
			if (cells.rows() != rows) {
				throw new IllegalArgumentException("the columns must have the same number of rows: "
						+ columns.get(0).part + " has " + rows + ", " + cells.part + " has " + cells.rows());
			}
		}
		return rows;
	}

	/** Which rows are in every column, as bits; null when all are. */
	static byte[] validIn(List<Cells> columns) {
		byte[] valid = null;
		for (Cells cells : columns) {
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

	static boolean isValid(byte[] valid, int row) {
		return valid == null || (valid[row / 8] >> row % 8 & 1) != 0;
	}
}
