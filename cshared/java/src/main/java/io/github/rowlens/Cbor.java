package io.github.rowlens;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.math.BigInteger;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Reads the fields of a record from the CBOR (RFC 8949) that the library writes: definite lengths
 * only. A 64-bit integer has an eight-byte argument and becomes a Long, a smaller one an Integer;
 * DecodedRecord describes the rest.
 */
final class Cbor {
	private static final VarHandle SHORT = view(short[].class);
	private static final VarHandle INT = view(int[].class);
	private static final VarHandle LONG = view(long[].class);
	private static final BigInteger WORD = BigInteger.ONE.shiftLeft(64);

	private static final int LIST = 4;
	private static final int MAP = 5;

	private final byte[] bytes;
	private int at;

	private Cbor(byte[] bytes, int at) {
		this.bytes = bytes;
		this.at = at;
	}

	private static VarHandle view(Class<?> of) {
		return MethodHandles.byteArrayViewVarHandle(of, ByteOrder.BIG_ENDIAN);
	}

	/** The members of the map that begins at a byte. */
	@SuppressWarnings("unchecked") // keys of maps are texts
	static Map<String, Object> members(byte[] bytes, int at) {
		return (Map<String, Object>) new Cbor(bytes, at).value();
	}

	/** A list or map that has not been read completely, and the one it is in. */
	private static final class Open {
		final Open around;
		final List<Object> items;
		final Map<String, Object> members;
		int left;
		String name; // of the member that is being read

		Open(Open around, boolean isMap, int count) {
			this.around = around;
			items = isMap ? null : new ArrayList<>(count);
			members = isMap ? new LinkedHashMap<>(2 * count) : null;
			left = count;
		}

		void add(Object value) {
			if (items != null) {
				items.add(value);
			} else {
				members.put(name, value);
			}
			left--;
		}
	}

	/** A value with its contents: without recursion, since a record may nest deeper than the stack allows. */
	private Object value() {
		Open in = null;
		while (true) {
			int head = bytes[at++] & 0xff;
			int major = head >> 5;
			if (major == LIST || major == MAP) {
				in = new Open(in, major == MAP, (int) argument(head & 31));
			} else {
				Object value = item(head);
				if (in == null) {
					return value;
				}
				in.add(value);
			}
			while (in.left == 0) {
				Object value = in.items != null ? in.items : in.members;
				in = in.around;
				if (in == null) {
					return value;
				}
				in.add(value);
			}
			if (in.members != null) {
				in.name = (String) item(bytes[at++] & 0xff);
			}
		}
	}

	/** A value without contents. */
	private Object item(int head) {
		int more = head & 31;
		switch (head >> 5) {
			case 0:
				return whole(argument(more), more);
			case 1:
				return below(argument(more), more);
			case 2:
				int start = take(more);
				return Arrays.copyOfRange(bytes, start, at);
			case 3:
				int first = take(more);
				return new String(bytes, first, at - first, StandardCharsets.UTF_8);
			case 7:
				return simple(more);
			default:
				throw new IllegalStateException("no field begins with the byte " + head);
		}
	}

	/** An argument as a number. */
	private static Number whole(long n, int more) {
		if (n < 0) {
			return BigInteger.valueOf(n).add(WORD);
		}
		return more < 27 && n <= Integer.MAX_VALUE ? (Number) (int) n : (Number) n;
	}

	/** The number -1 - n. */
	private static Number below(long n, int more) {
		if (n < 0) {
			return BigInteger.valueOf(~n).subtract(WORD);
		}
		return more < 27 && n <= Integer.MAX_VALUE ? (Number) (int) ~n : (Number) (~n);
	}

	private Object simple(int more) {
		switch (more) {
			case 20:
				return false;
			case 21:
				return true;
			case 22:
				return null;
			case 25:
				return half((int) argument(more));
			case 26:
				return (double) Float.intBitsToFloat((int) argument(more));
			case 27:
				return Double.longBitsToDouble(argument(more));
			default:
				throw new IllegalStateException("no field is the simple value " + more);
		}
	}

	/** The number in a head or after it. */
	private long argument(int more) {
		if (more < 24) {
			return more;
		}
		int start = at;
		at += 1 << (more - 24);
		switch (more) {
			case 24:
				return bytes[start] & 0xff;
			case 25:
				return (short) SHORT.get(bytes, start) & 0xffff;
			case 26:
				return (int) INT.get(bytes, start) & 0xffffffffL;
			default:
				return (long) LONG.get(bytes, start);
		}
	}

	/** Skips as many bytes as the head says; returns where they start. */
	private int take(int more) {
		int n = (int) argument(more);
		at += n;
		return at - n;
	}

	/** The value of a 16-bit float. */
	private static double half(int bits) {
		int exponent = bits >> 10 & 31;
		int fraction = bits & 1023;
		double size;
		if (exponent == 31) {
			size = fraction == 0 ? Double.POSITIVE_INFINITY : Double.NaN;
		} else {
			size = exponent == 0 ? Math.scalb((double) fraction, -24) : Math.scalb(1024.0 + fraction, exponent - 25);
		}
		return (bits & 0x8000) == 0 ? size : -size;
	}
}
