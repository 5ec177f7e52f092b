package io.github.rowlens;

import java.io.ByteArrayOutputStream;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Collection;
import java.util.Map;

/** Writes fields as CBOR (RFC 8949), in which bytes are apart from texts. */
final class CborWriter {
	private static final int INT = 0;
	private static final int NEGATIVE = 1;
	private static final int BYTES = 2;
	private static final int TEXT = 3;
	private static final int LIST = 4;
	private static final int MAP = 5;
	private static final int TAG = 6;
	private static final int BIG = 2;
	private static final int DECIMAL = 4;
	private static final int NULL = 0xf6;
	private static final int FALSE = 0xf4;
	private static final int DOUBLE = 0xfb;
	private static final int OPEN = 31;
	private static final int BREAK = 0xff;

	/** Bits that the library does not read as an integer: this many and more are decimal text, which it takes for integers of any size. */
	private static final int BIG_MAX = 8 * 1024;

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

	/** A value alone. */
	static byte[] of(Object value) {
		CborWriter writer = new CborWriter();
		writer.write(value);
		return Arrays.copyOf(writer.bytes, writer.size);
	}

	/** Appends a value. In place of one that nests too deep, or contains itself, it appends one that the library refuses for its depth. */
	void write(Object value) {
		int start = size;
		if (!write(value, 0)) {
			size = start;
			head(MAP, 1); // by which the library tells it from JSON
			text("");
			for (int i = 0; i < Json.DEPTH_MAX; i++) {
				head(LIST, 1);
			}
		}
	}

	/** Returns false if the value nests too deep, and then what was written is unusable. */
	private boolean write(Object value, int depth) {
		if (value instanceof Map<?, ?> members) {
			return depth < Json.DEPTH_MAX && map(members, depth + 1);
		}
		if (value instanceof CharSequence) {
			text(value.toString());
			return true;
		}
		if (value instanceof Long || value instanceof Integer || value instanceof Short || value instanceof Byte) {
			whole(((Number) value).longValue());
			return true;
		}
		if (value instanceof Iterable<?> items) {
			return depth < Json.DEPTH_MAX && list(items, depth + 1);
		}
		if (value instanceof Boolean is) {
			one(is ? FALSE + 1 : FALSE);
			return true;
		}
		rarer(value);
		return true;
	}

	private boolean map(Map<?, ?> members, int depth) {
		head(MAP, members.size());
		for (Map.Entry<?, ?> member : members.entrySet()) {
			text(member.getKey().toString());
			if (!write(member.getValue(), depth)) {
				return false;
			}
		}
		return true;
	}

	private boolean list(Iterable<?> items, int depth) {
		boolean counted = items instanceof Collection;
		if (counted) {
			head(LIST, ((Collection<?>) items).size());
		} else {
			one(LIST << 5 | OPEN);
		}
		for (Object item : items) {
			if (!write(item, depth)) {
				return false;
			}
		}
		if (!counted) {
			one(BREAK);
		}
		return true;
	}

	private void rarer(Object value) {
		if (value == null) {
			one(NULL);
		} else if (value instanceof byte[] data) {
			string(BYTES, data);
		} else if (value instanceof Float || value instanceof Double) {
			one(DOUBLE);
			number(Double.doubleToRawLongBits(((Number) value).doubleValue()), Long.BYTES);
		} else if (value instanceof Number) {
			decimal(exact((Number) value));
		} else {
			throw Json.unexpected(value);
		}
	}

	private static BigDecimal exact(Number value) {
		if (value instanceof BigDecimal exact) {
			return exact;
		}
		return value instanceof BigInteger whole ? new BigDecimal(whole) : new BigDecimal(value.toString());
	}

	private void decimal(BigDecimal value) {
		BigInteger digits = value.unscaledValue();
		if (digits.bitLength() >= BIG_MAX) {
			text(value.toString());
			return;
		}
		if (value.scale() != 0) {
			head(TAG, DECIMAL);
			head(LIST, 2);
			whole(-(long) value.scale());
		}
		if (digits.bitLength() < Long.SIZE) {
			whole(digits.longValue());
		} else if (digits.signum() > 0 && digits.bitLength() == Long.SIZE) {
			head(INT, digits.longValue());
		} else {
			head(TAG, digits.signum() < 0 ? BIG + 1 : BIG);
			string(BYTES, (digits.signum() < 0 ? digits.not() : digits).toByteArray());
		}
	}

	private void whole(long n) {
		head(n < 0 ? NEGATIVE : INT, n ^ (n >> 63));
	}

	private void text(String text) {
		string(TEXT, wholeCharacters(text) ? text.getBytes(StandardCharsets.UTF_8) : withLoneSurrogates(text));
	}

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

	/** UTF-8 in which a lone surrogate has the three bytes that it would have as a character: the library judges it. */
	private static byte[] withLoneSurrogates(String text) {
		ByteArrayOutputStream to = new ByteArrayOutputStream(3 * text.length());
		text.codePoints().forEach(c -> {
			if (c >= Character.MIN_SURROGATE && c <= Character.MAX_SURROGATE) {
				to.write(0xe0 | c >> 12);
				to.write(0x80 | c >> 6 & 0x3f);
				to.write(0x80 | c & 0x3f);
			} else {
				to.writeBytes(Character.toString(c).getBytes(StandardCharsets.UTF_8));
			}
		});
		return to.toByteArray();
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
