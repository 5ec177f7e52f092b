package io.github.rowlens;

import java.util.Comparator;
import java.util.Map;

/**
 * The order in which the store of a format sorts keys: part by part as unsigned bytes, or by the
 * comparator that the store uses for a column family. Values do not count.
 */
public final class Order implements Comparator<Map<String, byte[]>> {
	private final String format;
	private final byte[] family;
	private final Schema schema;

	private Order(String format, byte[] family, Schema schema) {
		this.format = format;
		this.family = family;
		this.schema = schema;
	}

	/** The order of a format's store; an empty id stands for plain unsigned bytes. */
	public static Order of(String format) {
		return new Order(format, new byte[0], null);
	}

	/** The column family of both keys, in stores where the key does not contain it. */
	public Order family(byte[] family) {
		return new Order(format, family.clone(), schema);
	}

	/** The schema that tells a comparator the sizes of keys. */
	public Order schema(Schema schema) {
		return new Order(format, family, schema);
	}

	/**
	 * Compares two keys.
	 *
	 * @return -1, 0 or 1
	 */
	@Override
	public int compare(Map<String, byte[]> left, Map<String, byte[]> right) {
		long handle = Schema.of(schema);
		try (Memory m = Memory.take()) {
			return (int) m.checked(Library.CALLS.rl_compare(handle, m.put(format), m.put(family), family.length,
					m.put(left), left.size(), m.put(right), right.size(), m.error())) - Abi.EQUAL;
		}
	}
}
