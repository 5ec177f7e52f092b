package io.github.rowlens;

import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Collection;
import java.util.Map;

/** Writes fields as CBOR (RFC 8949), as far as it can express what JSON can, and reports values that it cannot. */
final class CborWriter {
	private static final int INT = 0;
	private static final int NEGATIVE = 1;
	private static final int BYTES = 2;
	private static final int TEXT = 3;
	private static final int LIST = 4;
	private static final int MAP = 5;
	private static final int NULL = 0xf6;
	private static final int FALSE = 0xf4;
	private static final int DOUBLE = 0xfb;

	private byte[] bytes = new byte[1024];
	private int size;

	/** How many bytes were written. */
	int size() {
		return size;
	}

	/** What was written. */
	byte[] bytes() {
		return bytes;
	}

	/** Appends a value; returns false if CBOR cannot express it or it nests too deep, and then what was written is unusable. */
	boolean write(Object value) {
		return write(value, 0);
	}

	private boolean write(Object value, int depth) {
		if (value instanceof Map<?, ?> members) {
			return depth < Json.DEPTH_MAX && map(members, depth + 1);
		}
		if (value instanceof CharSequence) {
			return text(value.toString());
		}
		if (value instanceof Long || value instanceof Integer || value instanceof Short || value instanceof Byte) {
			whole(((Number) value).longValue());
			return true;
		}
		if (value instanceof Collection<?> items) {
			return depth < Json.DEPTH_MAX && list(items, depth + 1);
		}
		if (value instanceof Boolean is) {
			one(is ? FALSE + 1 : FALSE);
			return true;
		}
		return rarer(value);
	}

	private boolean map(Map<?, ?> members, int depth) {
		head(MAP, members.size());
		for (Map.Entry<?, ?> member : members.entrySet()) {
			if (!text(member.getKey().toString()) || !write(member.getValue(), depth)) {
				return false;
			}
		}
		return true;
	}

	private boolean list(Collection<?> items, int depth) {
		head(LIST, items.size());
		for (Object item : items) {
			if (!write(item, depth)) {
				return false;
			}
		}
		return true;
	}

	private boolean rarer(Object value) {
		if (value == null) {
			one(NULL);
		} else if (value instanceof byte[] data) {
			string(BYTES, data);
		} else if (value instanceof Float || value instanceof Double) {
			one(DOUBLE);
			number(Double.doubleToRawLongBits(((Number) value).doubleValue()), Long.BYTES);
		} else if (value instanceof BigInteger n && n.signum() >= 0 && n.bitLength() <= Long.SIZE) {
			head(INT, n.longValue());
		} else {
			return false;
		}
		return true;
	}

	private void whole(long n) {
		head(n < 0 ? NEGATIVE : INT, n ^ (n >> 63));
	}

	private boolean text(String text) {
		byte[] utf8 = text.getBytes(StandardCharsets.UTF_8);
		string(TEXT, utf8);
		return utf8.length == text.length() || wholeCharacters(text);
	}

	/** Whether the text has no lone surrogate, which UTF-8 cannot express. */
	private static boolean wholeCharacters(String text) {
		for (int i = 0; i < text.length(); i++) {
			if (Character.isSurrogate(text.charAt(i))) {
				if (i + 1 == text.length() || !Character.isSurrogatePair(text.charAt(i), text.charAt(i + 1))) {
					return false;
				}
				i++;
			}
		}
		return true;
	}

	private void string(int major, byte[] data) {
		head(major, data.length);
		room(data.length);
		System.arraycopy(data, 0, bytes, size, data.length);
		size += data.length;
	}

	/** The first byte of a value and its argument, which is unsigned, in the shortest form. */
	private void head(int major, long n) {
		if (n >= 0 && n < 24) {
			one(major << 5 | (int) n);
		} else {
			int power = n >>> 8 == 0 ? 0 : n >>> 16 == 0 ? 1 : n >>> 32 == 0 ? 2 : 3;
			one(major << 5 | 24 + power);
			number(n, 1 << power);
		}
	}

	private void number(long n, int width) {
		room(width);
		for (int i = width - 1; i >= 0; i--) {
			bytes[size + i] = (byte) n;
			n >>>= 8;
		}
		size += width;
	}

	private void one(int value) {
		room(1);
		bytes[size++] = (byte) value;
	}

	private void room(int more) {
		if (more > bytes.length - size) {
			bytes = Arrays.copyOf(bytes, Math.max(Math.addExact(size, more), (int) Math.min(2L * bytes.length, Abi.LENGTH_MAX - 8)));
		}
	}
}
