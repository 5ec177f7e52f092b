package io.github.rowlens;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * A call of the WebAssembly: its arguments, and what they point to as laid out in the memory for calls. There, a pointer
 * is a distance from the start, and 0 is NULL. Inputs come first, then room for what the call writes.
 */
final class HostedCall {
	/** More than the module provides. */
	private static final int SIZE_MAX = 1 << 30;
	private static final int FIRST = 8; // nothing is placed at 0
	private static final int FILE_NAME = 0;

	/** Room for what the call writes, and where to copy that. */
	private record Output(int at, long to, int size, boolean answer) {}

	/** Reads the memory for calls. */
	interface Reader {
		byte[] read(int at, int size);
	}

	private final Addresses addresses;
	private final List<Output> outputs = new ArrayList<>();
	private long[] arguments = new long[16];
	private int count;
	private ByteBuffer inputs = ByteBuffer.allocate(1 << 12).order(ByteOrder.LITTLE_ENDIAN);
	private int inputsEnd = FIRST;
	private int size = FIRST;
	private long rows;
	private int parts;

	HostedCall(Addresses addresses) {
		this.addresses = addresses;
	}

	/** The size of the memory that the call needs. */
	int size() {
		return size;
	}

	long[] arguments() {
		return Arrays.copyOf(arguments, count);
	}

	/** What to put at the start of the memory for calls. */
	byte[] inputs() {
		return inputs.array();
	}

	int inputsSize() {
		return inputsEnd;
	}

	/** Copies back what the call wrote. */
	void collect(long result, Reader memory) {
		for (Output one : outputs) {
			long written = !one.answer ? one.size : result <= one.size ? Math.max(result, 0) : 0;
			if (written > 0) {
				addresses.from(one.to).put(memory.read(one.at, (int) written));
			}
		}
	}

	HostedCall number(long value) {
		if (count == arguments.length) {
			arguments = Arrays.copyOf(arguments, 2 * count);
		}
		arguments[count++] = value;
		return this;
	}

	HostedCall name(long address) {
		int at = text(address);
		parts = 1;
		for (int i = at; at != 0 && i < inputsEnd; i++) {
			parts += inputs.get(i) == ',' ? 1 : 0;
		}
		return number(at);
	}

	HostedCall bytes(long address, long length) {
		return number(put(address, length)).number(length);
	}

	HostedCall parts(long address, long many) {
		int list = put(address, many * Abi.Part.SIZE);
		for (int i = 0; list != 0 && i < many; i++) {
			int one = list + i * Abi.Part.SIZE;
			move(one + Abi.Part.DATA, inputs.getLong(one + Abi.Part.LEN));
			moveText(one + Abi.Part.NAME);
		}
		return number(list).number(many);
	}

	HostedCall columns(long address, long many, long ofRows) {
		rows = ofRows;
		int list = put(address, many * Abi.Column.SIZE);
		for (int i = 0; list != 0 && i < many; i++) {
			int one = list + i * Abi.Column.SIZE;
			moveTexts(one + Abi.Column.OFFSETS, one + Abi.Column.DATA);
			moveText(one + Abi.Column.NAME);
		}
		return number(list).number(many).number(ofRows);
	}

	HostedCall wanted(long address, long many) {
		int list = put(address, many * Abi.Field.SIZE);
		for (int i = 0; list != 0 && i < many; i++) {
			moveText(list + i * Abi.Field.SIZE + Abi.Field.PATH);
		}
		return number(list).number(many);
	}

	HostedCall members(long address, long many, long ofRows) {
		rows = ofRows;
		long bits = (ofRows + 7) / 8;
		int list = put(address, many * Abi.Values.SIZE);
		for (int i = 0; list != 0 && i < many; i++) {
			int one = list + i * Abi.Values.SIZE;
			int type = inputs.getInt(one + Abi.Values.TYPE);
			move(one + Abi.Values.VALIDITY, bits);
			if (type == Abi.TYPE_INT64 || type == Abi.TYPE_FLOAT64) {
				move(one + Abi.Values.DATA, Long.BYTES * ofRows);
			} else if (type == Abi.TYPE_BOOL) {
				move(one + Abi.Values.DATA, bits);
			} else {
				moveTexts(one + Abi.Values.OFFSETS, one + Abi.Values.DATA);
			}
			moveText(one + Abi.Values.PATH);
		}
		return number(list).number(many).number(ofRows);
	}

	HostedCall texts(long offsets, long data, long ofRows) {
		rows = ofRows;
		return number(put(offsets, Integer.BYTES * (ofRows + 1))).number(put(data, end(offsets))).number(ofRows);
	}

	HostedCall files(long address, long many) {
		int list = put(address, many * StoreFiles.FILE_SIZE);
		for (int i = 0; list != 0 && i < many; i++) {
			moveText(list + i * StoreFiles.FILE_SIZE + FILE_NAME);
		}
		return number(list).number(many);
	}

	/** The number of the files, as in {@link StoreFiles}. */
	HostedCall reader(long address) {
		return number(address == 0 ? 0 : addresses.from(address).getLong());
	}

	/** Room for the handle of a stream. */
	HostedCall stream(long address) {
		if (address != 0) {
			addresses.from(address); // or it belongs to a struct of others, which nothing here can fill
		}
		return word(address);
	}

	HostedCall word(long address) {
		return number(room(address, Long.BYTES, false));
	}

	HostedCall offsets(long address) {
		return number(room(address, Integer.BYTES * (rows + 1), false));
	}

	/** Offsets for each of the parts listed in the preceding name. */
	HostedCall partOffsets(long address) {
		return number(room(address, Integer.BYTES * (rows + 1) * parts, false));
	}

	HostedCall codes(long address) {
		return number(room(address, Integer.BYTES * rows, false));
	}

	/** Room for the answer, whose size the result gives. */
	HostedCall out(long address, long capacity) {
		return number(room(address, capacity, true)).number(capacity);
	}

	HostedCall error(long address) {
		return number(room(address, Abi.Error.SIZE, false));
	}

	/** The place for the next bytes. */
	private int place(long bytes) {
		if (bytes > SIZE_MAX - size) {
			throw new RowlensException(Abi.E_TOO_LARGE, "", -1, -1, "", "");
		}
		int at = size;
		size = (int) (size + bytes + 7) & -8;
		return at;
	}

	private int room(long address, long bytes, boolean answer) {
		if (address == 0) {
			return 0;
		}
		int at = place(bytes);
		outputs.add(new Output(at, address, (int) bytes, answer));
		return at;
	}

	/** Copies bytes at an address of this process. */
	private int put(long address, long bytes) {
		return address == 0 ? 0 : copy(addresses.from(address), bytes);
	}

	private int copy(ByteBuffer from, long bytes) {
		int at = place(bytes);
		if (size > inputs.capacity()) {
			byte[] more = Arrays.copyOf(inputs.array(), (int) Math.min(2L * size, SIZE_MAX));
			inputs = ByteBuffer.wrap(more).order(ByteOrder.LITTLE_ENDIAN);
		}
		from.get(inputs.array(), at, (int) bytes);
		inputsEnd = size;
		return at;
	}

	/** Copies a text including its zero byte. */
	private int text(long address) {
		if (address == 0) {
			return 0;
		}
		ByteBuffer from = addresses.from(address);
		int end = from.position();
		while (from.get(end) != 0) {
			end++;
		}
		return copy(from, end + 1 - from.position());
	}

	/** Copies what the pointer at a place points to, and replaces the pointer by the distance. */
	private void move(int pointer, long bytes) {
		int at = put(inputs.getLong(pointer), bytes); // may replace the buffer of inputs
		inputs.putLong(pointer, at);
	}

	private void moveText(int pointer) {
		int at = text(inputs.getLong(pointer));
		inputs.putLong(pointer, at);
	}

	/** The offsets and the data of texts, one for each row. */
	private void moveTexts(int offsets, int data) {
		long end = end(inputs.getLong(offsets));
		move(offsets, Integer.BYTES * (rows + 1));
		move(data, end);
	}

	/** The end of the last of some texts. */
	private long end(long offsets) {
		return offsets == 0 ? 0 : Math.max(addresses.from(offsets + Integer.BYTES * rows).getInt(), 0);
	}
}
