package io.github.rowlens;

import java.lang.ref.Cleaner;
import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.nio.IntBuffer;
import java.nio.LongBuffer;
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
 * Decoded rows of a store, in the order of the store, as maps of what each row has.
 *
 * <p>Members are the columns of docs/columns.md: the parts of the entry as byte[], source with its place,
 * format, record and fields; and error, if a row cannot be decoded, or is missing because its place is damaged. What a
 * row lacks is left out. Only one thread may read at a time, and a batch of at most 16,384 rows is in memory. It closes
 * itself at the end; the collector closes those that nobody closed, but at no certain time.
 */
public final class StoreRows implements Iterator<Map<String, Object>>, AutoCloseable {
	private static final Set<String> JSON = Set.of("fields", "doubts", "rest");

	private final RowStream stream;
	private final Cleaner.Cleanable closing;
	private final Field row;
	private Iterator<Map<String, Object>> batch = Collections.emptyIterator();
	private boolean closed;

	/** A column: its name, its type in Arrow's format letters, and its fields. */
	record Field(String name, String format, List<Field> fields) {}

	StoreRows(RowStream stream) {
		this.stream = stream;
		closing = Schema.CLEANER.register(this, stream::close);
		try {
			row = stream.schema();
		} catch (RuntimeException e) {
			close();
			throw e;
		}
	}

	@Override
	public boolean hasNext() {
		while (!batch.hasNext() && !closed) {
			read();
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

	/** Ends reading: there are no more rows, not even those of the batch in memory. */
	@Override
	public void close() {
		closed = true;
		batch = Collections.emptyIterator();
		closing.clean();
	}

	/** Reads the next batch. */
	private void read() {
		try (RowStream.Array array = stream.next()) {
			if (array == null) {
				close();
				return;
			}
			List<Map<String, Object>> rows = new ArrayList<>();
			for (Object one : members(row, array, 0)) {
				@SuppressWarnings("unchecked") // returned by members
				Map<String, Object> members = (Map<String, Object>) one;
				rows.add(members);
			}
			batch = rows.iterator();
		} catch (RuntimeException e) {
			close();
			throw e;
		}
	}

	/** The values of a column, with null where it has none. */
	private static Object[] column(Field of, RowStream.Array array, int depth) {
		if (of.format.equals("+s")) {
			return members(of, array, depth);
		}
		int rows = array.rows();
		Object[] values = new Object[rows];
		byte[] there = bits(array, 0);
		switch (of.format) {
			case "l", "L", "g" -> {
				LongBuffer words = array.buffer(1, 8L * rows).asLongBuffer();
				Arrays.setAll(values, i -> bit(there, i) ? number(of.format, words.get(i)) : null);
			}
			case "b" -> {
				byte[] bits = bits(array, 1);
				Arrays.setAll(values, i -> bit(there, i) ? bit(bits, i) : null);
			}
			default -> {
				IntBuffer ends = array.buffer(1, 4L * (rows + 1)).asIntBuffer();
				ByteBuffer all = array.buffer(2, ends.get(rows));
				boolean json = depth == 1 && JSON.contains(of.name);
				Arrays.setAll(values, i -> bit(there, i) ? value(of, all, ends.get(i), ends.get(i + 1), json) : null);
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

	private static Object value(Field of, ByteBuffer all, int from, int to, boolean json) {
		byte[] bytes = new byte[to - from];
		if (bytes.length > 0) { // if all are empty, there may be no buffer
			all.get(from, bytes);
		}
		if (of.format.equals("z")) {
			return bytes;
		}
		String text = new String(bytes, StandardCharsets.UTF_8);
		return json ? Json.read(text) : text;
	}

	/** Maps of the values present in a struct's columns. */
	private static Object[] members(Field of, RowStream.Array array, int depth) {
		byte[] there = bits(array, 0);
		Object[] maps = new Object[array.rows()];
		Arrays.setAll(maps, i -> bit(there, i) ? new LinkedHashMap<String, Object>() : null);
		for (int c = 0; c < of.fields.size(); c++) {
			Object[] values = column(of.fields.get(c), array.child(c), depth + 1);
			for (int i = 0; i < maps.length; i++) {
				if (values[i] != null && maps[i] != null) {
					@SuppressWarnings("unchecked") // made above
					Map<String, Object> members = (Map<String, Object>) maps[i];
					members.put(of.fields.get(c).name, values[i]);
				}
			}
		}
		return maps;
	}

	/** A buffer with one bit per row; null if it is omitted, because all rows have a value. */
	private static byte[] bits(RowStream.Array array, int number) {
		ByteBuffer buffer = array.buffer(number, (array.rows() + 7) / 8);
		if (buffer == null) {
			return null;
		}
		byte[] bits = new byte[(array.rows() + 7) / 8];
		buffer.get(0, bits);
		return bits;
	}

	private static boolean bit(byte[] bits, int row) {
		return bits == null || (bits[row >> 3] >> (row & 7) & 1) == 1;
	}
}
