package io.github.rowlens;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.List;
import java.util.function.IntFunction;

/** Rows as typed columns, one for each requested field, in the same order. */
public final class Columns {
	/** The alignment that Arrow recommends for buffers. */
	private static final int ALIGNMENT = 64;

	private final int[] codes;
	private final List<Column> columns;

	private Columns(int[] codes, List<Column> columns) {
		this.codes = codes;
		this.columns = columns;
	}

	/** Repeats the call until its answer fits, and cuts the answer into columns. */
	static Columns of(Memory memory, Memory.Sized call, List<Field> fields, Memory.Block codes, int rows, byte[] valid) {
		long size = (64L * rows + 1024) * fields.size();
		long room;
		Memory.Block out;
		do {
			room = size;
			if (room > Abi.LENGTH_MAX - 2 * ALIGNMENT) {
				throw new RowlensException(Abi.E_TOO_LARGE, "", -1, -1, "", "");
			}
			ByteBuffer own = ByteBuffer.allocateDirect((int) room + 2 * ALIGNMENT);
			out = new Memory.Block(own.alignedSlice(ALIGNMENT).order(ByteOrder.nativeOrder()));
			size = memory.checked(call.run(out.address(), room));
		} while (size > room);
		int[] numbers = codes.ints(rows);
		for (int row = 0; row < rows; row++) {
			numbers[row] = Cells.isValid(valid, row) ? numbers[row] : 0;
		}
		List<Column> columns = new ArrayList<>();
		for (int i = 0; i < fields.size(); i++) {
			columns.add(Column.of(fields.get(i).type(), out.bytes(), i * Abi.Array.SIZE, valid));
		}
		return new Columns(numbers, List.copyOf(columns));
	}

	/** How many rows there are. */
	public int rows() {
		return codes.length;
	}

	/** 0, or why the row failed: a number as {@link RowlensException#number} has it. 0 for null. */
	public int code(int row) {
		return codes[row];
	}

	/** The column of the field with this number, from 0. */
	public Column column(int field) {
		return columns.get(field);
	}

	/** All columns. */
	public List<Column> columns() {
		return columns;
	}

	/** How many columns and rows there are. */
	@Override
	public String toString() {
		return "Columns: " + columns.size() + " of " + Row.counted(codes);
	}

	/** Throws an error for the first row that failed. */
	Columns strict(IntFunction<RowlensException> why) {
		for (int row = 0; row < rows(); row++) {
			if (codes[row] != 0) {
				throw why.apply(row);
			}
		}
		return this;
	}
}
