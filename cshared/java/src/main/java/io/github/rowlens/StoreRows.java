package io.github.rowlens;

import com.sun.jna.Function;
import com.sun.jna.Pointer;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.NoSuchElementException;
import java.util.Set;

/**
 * Rows of a store, decoded, in the order of the store: maps of what each has.
 *
 * <p>Members are the columns of docs/columns.md: the parts of the entry as byte[], source with its place,
 * format, record and fields; and error, where a row cannot be decoded or is missing, as its place is damaged. What a
 * row does not have is left out. One thread reads it at a time, a batch of at most 16,384 rows is in memory, and at the
 * end it closes itself.
 */
public final class StoreRows implements Iterator<Map<String, Object>>, AutoCloseable {
	/** struct ArrowArrayStream. */
	private static final int GET_SCHEMA = 0;
	private static final int GET_NEXT = 8;
	private static final int GET_LAST_ERROR = 16;
	private static final int STREAM_RELEASE = 24;
	private static final int STREAM_SIZE = 40;
	/** struct ArrowSchema. */
	private static final int FORMAT = 0;
	private static final int NAME = 8;
	private static final int FIELDS = 32;
	private static final int SCHEMA_RELEASE = 56;
	private static final int SCHEMA_SIZE = 72;
	/** struct ArrowArray. */
	private static final int LENGTH = 0;
	private static final int BUFFERS = 40;
	private static final int CHILDREN = 48;
	private static final int ARRAY_RELEASE = 64;
	private static final int ARRAY_SIZE = 80;

	private static final Set<String> JSON = Set.of("fields", "doubts", "rest");

	private final Store store;
	private final Pointer stream = new com.sun.jna.Memory(STREAM_SIZE);
	private final Field row;
	private Iterator<Map<String, Object>> batch = Collections.emptyIterator();
	private boolean closed;

	/** A column: its name, its type in Arrow's letters, and what is in it. */
	private record Field(String name, String format, boolean json, List<Field> fields) {
		static Field of(Pointer schema, int depth) {
			String name = schema.getPointer(NAME).getString(0, "UTF-8");
			List<Field> fields = new ArrayList<>();
			for (int i = 0; i < schema.getLong(FIELDS); i++) {
				fields.add(of(schema.getPointer(FIELDS + 8).getPointer(8L * i), depth + 1));
			}
			return new Field(name, schema.getPointer(FORMAT).getString(0, "UTF-8"), depth == 1 && JSON.contains(name), fields);
		}
	}

	StoreRows(Store store, String options) {
		this.store = store;
		store.begin(options, Pointer.nativeValue(stream));
		Pointer schema = new com.sun.jna.Memory(SCHEMA_SIZE);
		try {
			call(GET_SCHEMA, schema);
			row = Field.of(schema, 0);
			release(schema, SCHEMA_RELEASE);
		} catch (RuntimeException e) {
			close();
			throw e;
		}
	}

	@Override
	public boolean hasNext() {
		while (!batch.hasNext() && !closed) {
			next(new com.sun.jna.Memory(ARRAY_SIZE));
		}
		return batch.hasNext();
	}

	@Override
	public Map<String, Object> next() {
		if (!hasNext()) {
			throw new NoSuchElementException();
		}
		return batch.next();
	}

	/** Ends reading. */
	@Override
	public void close() {
		if (!closed) {
			closed = true;
			release(stream, STREAM_RELEASE);
		}
	}

	/** Reads the next batch. */
	private void next(Pointer array) {
		try {
			call(GET_NEXT, array);
		} catch (RuntimeException e) {
			close();
			throw e;
		}
		if (array.getPointer(ARRAY_RELEASE) == null) {
			close();
			return;
		}
		try {
			List<Map<String, Object>> rows = new ArrayList<>();
			for (Object one : members(row, array)) {
				@SuppressWarnings("unchecked") // which members returns
				Map<String, Object> members = (Map<String, Object>) one;
				rows.add(members);
			}
			batch = rows.iterator();
		} finally {
			release(array, ARRAY_RELEASE);
		}
	}

	private void call(int function, Pointer out) {
		if (Function.getFunction(stream.getPointer(function)).invokeInt(new Object[] {stream, out}) != 0) {
			Pointer said = Function.getFunction(stream.getPointer(GET_LAST_ERROR)).invokePointer(new Object[] {stream});
			String message = said == null ? "the stream failed" : said.getString(0, "UTF-8");
			throw store.caused(new RowlensException(Abi.E_REFUSED, message, -1, -1, "", ""));
		}
	}

	private static void release(Pointer struct, int release) {
		Function.getFunction(struct.getPointer(release)).invokeVoid(new Object[] {struct});
	}

	/** Values of a column; null for those that it does not have. */
	private static Object[] column(Field of, Pointer array) {
		if (of.format.equals("+s")) {
			return members(of, array);
		}
		int rows = (int) array.getLong(LENGTH);
		Object[] values = new Object[rows];
		byte[] there = bits(array, 0, rows);
		Pointer data = array.getPointer(BUFFERS).getPointer(8);
		switch (of.format) {
			case "l", "L", "g" -> {
				long[] words = data.getLongArray(0, rows);
				Arrays.setAll(values, i -> bit(there, i) ? number(of.format, words[i]) : null);
			}
			case "b" -> {
				byte[] bits = bits(array, 1, rows);
				Arrays.setAll(values, i -> bit(there, i) ? bit(bits, i) : null);
			}
			default -> {
				int[] ends = data.getIntArray(0, rows + 1);
				byte[] all = array.getPointer(BUFFERS).getPointer(16).getByteArray(0, ends[rows]);
				Arrays.setAll(values, i -> bit(there, i) ? value(of, all, ends[i], ends[i + 1]) : null);
			}
		}
		return values;
	}

	private static Object number(String format, long word) {
		return switch (format) {
			case "g" -> Double.longBitsToDouble(word);
			case "L" -> word >= 0 ? (Object) word : new BigInteger(Long.toUnsignedString(word));
			default -> word;
		};
	}

	private static Object value(Field of, byte[] all, int from, int to) {
		if (of.format.equals("z")) {
			return Arrays.copyOfRange(all, from, to);
		}
		String text = new String(all, from, to - from, StandardCharsets.UTF_8);
		return of.json ? Json.read(text) : text;
	}

	/** Maps of what is there of a struct's columns. */
	private static Object[] members(Field of, Pointer array) {
		int rows = (int) array.getLong(LENGTH);
		byte[] there = bits(array, 0, rows);
		Object[] maps = new Object[rows];
		Arrays.setAll(maps, i -> bit(there, i) ? new LinkedHashMap<String, Object>() : null);
		for (int c = 0; c < of.fields.size(); c++) {
			Object[] values = column(of.fields.get(c), array.getPointer(CHILDREN).getPointer(8L * c));
			for (int i = 0; i < rows; i++) {
				if (values[i] != null && maps[i] != null) {
					@SuppressWarnings("unchecked") // made above
					Map<String, Object> members = (Map<String, Object>) maps[i];
					members.put(of.fields.get(c).name, values[i]);
				}
			}
		}
		return maps;
	}

	/** A buffer with a bit a row; null for one that is left out, as all have a value. */
	private static byte[] bits(Pointer array, int buffer, int rows) {
		Pointer bits = array.getPointer(BUFFERS).getPointer(8L * buffer);
		return bits == null ? null : bits.getByteArray(0, (rows + 7) / 8);
	}

	private static boolean bit(byte[] bits, int row) {
		return bits == null || (bits[row >> 3] >> (row & 7) & 1) == 1;
	}
}
