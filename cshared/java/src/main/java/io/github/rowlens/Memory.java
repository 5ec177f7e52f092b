package io.github.rowlens;

import java.nio.Buffer;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentLinkedQueue;

/**
 * The native memory of one call: its rl_error, its inputs, its answer. It comes from a pool and
 * returns there on close, so that a call allocates nothing; the pool grows to the largest number of
 * concurrent calls. It is not tied to a thread, and so keeps no class loader alive.
 */
final class Memory implements AutoCloseable {
	private static final int FIRST = 1 << 14;
	/** Memory that grew beyond this for an answer is released. */
	private static final int KEPT_MAX = 1 << 22;

	private static final ConcurrentLinkedQueue<Memory> IDLE = new ConcurrentLinkedQueue<>();

	/** Bytes that do not move until the call has ended. */
	record Block(ByteBuffer bytes, long address) {
		Block(int size) {
			this(ByteBuffer.allocateDirect(size).order(ByteOrder.nativeOrder()));
		}

		Block(ByteBuffer bytes) {
			this(bytes, addressOf(bytes));
		}

		/** Reads numbers that the library wrote. */
		int[] ints(int count) {
			int[] numbers = new int[count];
			bytes.asIntBuffer().get(numbers);
			return numbers;
		}
	}

	private final Block in = new Block(FIRST);
	private final List<Block> more = new ArrayList<>();
	private Block out = new Block(FIRST);
	private int used;

	/** A call that writes an answer: returns its size, which may exceed the capacity, or an error. */
	interface Sized {
		long run(long out, long capacity);
	}

	private Memory() {}

	static Memory take() {
		Memory idle = IDLE.poll();
		Memory memory = idle != null ? idle : new Memory();
		memory.used = Abi.Error.SIZE;
		return memory;
	}

	@Override
	public void close() {
		more.clear();
		if (out.bytes.capacity() > KEPT_MAX) {
			out = new Block(FIRST);
		}
		IDLE.add(this);
	}

	/** The address of a direct buffer's first byte. */
	static long addressOf(Buffer direct) {
		return Library.CALLS.addressOf(direct);
	}

	/** The address of the call's rl_error. */
	long error() {
		return in.address;
	}

	/** Memory for an input or for numbers, at a multiple of 8. Its contents are what earlier calls left. */
	Block room(int size) {
		int start = place(size);
		return start < 0 ? beside(size) : new Block(in.bytes.slice(start, size).order(ByteOrder.nativeOrder()), in.address + start);
	}

	/** The place for this many bytes in the memory for inputs; -1 if they do not fit. */
	private int place(int size) {
		int start = used;
		if (size > in.bytes.capacity() - start) {
			return -1;
		}
		used = (start + size + 7) & -8;
		return start;
	}

	private Block beside(int size) {
		Block own = new Block(size);
		more.add(own);
		return own;
	}

	/** Room for numbers that the library writes. */
	Block ints(long count) {
		return room(Math.toIntExact(4 * count));
	}

	long put(byte[] bytes) {
		int start = place(bytes.length);
		Block to = start < 0 ? beside(bytes.length) : in;
		to.bytes.put(Math.max(start, 0), bytes);
		return to.address + Math.max(start, 0);
	}

	/** A text, ended by a zero byte. */
	long put(String text) {
		if (text.indexOf('\0') >= 0) {
			throw new IllegalArgumentException("a name or path cannot have a zero character in it");
		}
		byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
		return put(Arrays.copyOf(bytes, bytes.length + 1));
	}

	/** An array of rl_part. */
	long put(Map<String, byte[]> parts) {
		Block list = room(parts.size() * Abi.Part.SIZE);
		int at = 0;
		for (Map.Entry<String, byte[]> part : parts.entrySet()) {
			byte[] bytes = Objects.requireNonNull(part.getValue(), () -> "the part " + part.getKey() + " is null: leave out a part that the entry does not have");
			list.bytes.putLong(at + Abi.Part.NAME, put(part.getKey()));
			list.bytes.putLong(at + Abi.Part.DATA, put(bytes));
			list.bytes.putLong(at + Abi.Part.LEN, bytes.length);
			at += Abi.Part.SIZE;
		}
		return list.address;
	}

	/** The answer of a call, with as much memory as it needs. */
	byte[] answer(Sized call) {
		return answer(call, 0);
	}

	/** The same for an answer of about this many bytes. */
	byte[] answer(Sized call, long about) {
		long size = about;
		do {
			if (size > out.bytes.capacity()) {
				out = new Block((int) Math.min(size, Abi.LENGTH_MAX));
			}
			size = checked(call.run(out.address, out.bytes.capacity()));
		} while (size > out.bytes.capacity());
		byte[] answer = new byte[(int) size];
		out.bytes.get(0, answer);
		return answer;
	}

	/** A result that is not an error. */
	long checked(long result) {
		if (result < 0) {
			throw failure();
		}
		return result;
	}

	private RowlensException failure() {
		ByteBuffer error = in.bytes;
		int code = (int) error.getLong(Abi.Error.CODE);
		String message = text(Abi.Error.MESSAGE, Abi.Error.SIZE);
		return new RowlensException(code, message, (int) error.getLong(Abi.Error.ROW), (int) error.getLong(Abi.Error.OFFSET),
				text(Abi.Error.PART, Abi.Error.FIELD), text(Abi.Error.FIELD, Abi.Error.MESSAGE));
	}

	/** The text from start to its zero byte. */
	private String text(int start, int limit) {
		int end = start;
		while (end < limit && in.bytes.get(end) != 0) {
			end++;
		}
		byte[] bytes = new byte[end - start];
		in.bytes.get(start, bytes);
		return new String(bytes, StandardCharsets.UTF_8);
	}
}
