package io.github.rowlens;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * JSON to and from the library. Writes bytes as hex and floats that JSON lacks as texts; reads integers as Long
 * (BigInteger if larger) and other numbers as Double.
 */
final class Json {
	/** Deeper than the library accepts. */
	static final int DEPTH_MAX = 300;
	/** Stands for values that nest deeper, or contain themselves: the library refuses it for its depth. */
	private static final String TOO_DEEP = "[".repeat(DEPTH_MAX);

	private final String text;
	private int at;

	private Json(String text) {
		this.text = text;
	}

	// Writing

	static String write(Object value) {
		StringBuilder to = new StringBuilder(256);
		return write(to, value, 0) ? to.toString() : TOO_DEEP;
	}

	/** Appends a value; returns false if it nests too deep, and then what was written is unusable. */
	private static boolean write(StringBuilder to, Object value, int depth) {
		if (value instanceof Map<?, ?> members) {
			return depth < DEPTH_MAX && write(to, members, depth + 1);
		} else if (value instanceof Iterable<?> items) {
			return depth < DEPTH_MAX && write(to, items, depth + 1);
		} else if (value instanceof byte[] bytes) {
			to.append('"').append(HexFormat.of().formatHex(bytes)).append('"');
		} else if (value instanceof Float || value instanceof Double) {
			number(to, ((Number) value).doubleValue());
		} else if (value == null || value instanceof Number || value instanceof Boolean) {
			to.append(value);
		} else if (value instanceof CharSequence) {
			quote(to, value.toString());
		} else {
			throw unexpected(value);
		}
		return true;
	}

	static IllegalArgumentException unexpected(Object value) {
		return new IllegalArgumentException("expected a text, number, boolean, byte[], List, Map or null in fields, found " + value.getClass().getName());
	}

	private static boolean write(StringBuilder to, Map<?, ?> members, int depth) {
		char before = '{';
		for (Map.Entry<?, ?> member : members.entrySet()) {
			quote(to.append(before), member.getKey().toString());
			if (!write(to.append(':'), member.getValue(), depth)) {
				return false;
			}
			before = ',';
		}
		to.append(members.isEmpty() ? "{}" : "}");
		return true;
	}

	private static boolean write(StringBuilder to, Iterable<?> items, int depth) {
		int start = to.length();
		for (Object item : items) {
			if (!write(to.append(to.length() == start ? '[' : ','), item, depth)) {
				return false;
			}
		}
		to.append(to.length() == start ? "[]" : "]");
		return true;
	}

	private static void number(StringBuilder to, double value) {
		if (Double.isFinite(value) && Double.doubleToRawLongBits(value) != Long.MIN_VALUE) {
			to.append(value);
		} else {
			to.append('"').append(value).append('"');
		}
	}

	private static void quote(StringBuilder to, String text) {
		to.append('"');
		for (int i = 0; i < text.length(); i++) {
			char c = text.charAt(i);
			if (c == '"' || c == '\\') {
				to.append('\\').append(c);
			} else if (c < ' ' || Character.isSurrogate(c) && !paired(text, i)) {
				to.append(String.format("\\u%04x", (int) c));
			} else {
				to.append(c);
			}
		}
		to.append('"');
	}

	/** A lone surrogate has no UTF-8: it is written as an escape, which the library judges. */
	private static boolean paired(String text, int i) {
		boolean high = Character.isHighSurrogate(text.charAt(i));
		int other = high ? i + 1 : i - 1;
		return other >= 0 && other < text.length() && Character.isSurrogatePair(text.charAt(high ? i : other), text.charAt(high ? other : i));
	}

	// Reading

	/** The single value of a text. */
	static Object read(String text) {
		Json json = new Json(text);
		Object value = json.value();
		if (json.next() != '\0' || json.at < text.length()) {
			throw json.wrong("nothing more");
		}
		return value;
	}

	/** The members of an object. */
	@SuppressWarnings("unchecked") // names are texts
	static Map<String, Object> members(String text) {
		return (Map<String, Object>) read(text);
	}

	/** The next character that is not white space; a zero at the end. */
	private char next() {
		while (at < text.length() && " \t\r\n".indexOf(text.charAt(at)) >= 0) {
			at++;
		}
		return at < text.length() ? text.charAt(at) : '\0';
	}

	/** A value with its contents: without recursion, since an answer may nest deeper than the stack allows. */
	private Object value() {
		Deque<Object> open = new ArrayDeque<>();
		Deque<String> names = new ArrayDeque<>(); // of the members being read
		while (true) {
			Object value = begun();
			if (value instanceof Map || value instanceof List) {
				at++;
				if (next() == closing(value)) {
					at++;
				} else {
					open.push(value);
					if (value instanceof Map) {
						names.push(name());
					}
					continue;
				}
			}
			while (!open.isEmpty() && !more(open.peek(), names, value)) {
				value = open.pop();
			}
			if (open.isEmpty()) {
				return value;
			}
		}
	}

	/** A value without contents, or one whose contents follow. */
	private Object begun() {
		switch (next()) {
			case '{':
				return new LinkedHashMap<String, Object>();
			case '[':
				return new ArrayList<>();
			case '"':
				return string();
			case 't':
				return word("true", true);
			case 'f':
				return word("false", false);
			case 'n':
				return word("null", null);
			default:
				return number();
		}
	}

	/** Adds a value to an object or a list; whether another follows. */
	@SuppressWarnings("unchecked") // they are made here
	private boolean more(Object to, Deque<String> names, Object value) {
		if (to instanceof Map) {
			((Map<String, Object>) to).put(names.pop(), value);
		} else {
			((List<Object>) to).add(value);
		}
		if (next() == closing(to)) {
			at++;
			return false;
		}
		expect(',');
		if (to instanceof Map) {
			names.push(name());
		}
		return true;
	}

	private static char closing(Object of) {
		return of instanceof Map ? '}' : ']';
	}

	private String name() {
		if (next() != '"') {
			throw wrong("a name");
		}
		String name = string();
		expect(':');
		return name;
	}

	private String string() {
		StringBuilder made = new StringBuilder();
		at++;
		while (at < text.length()) {
			char c = text.charAt(at++);
			if (c == '"') {
				return made.toString();
			}
			made.append(c == '\\' ? escaped() : c);
		}
		throw wrong("a \" at the end of a text");
	}

	private char escaped() {
		int which = at < text.length() ? "\"\\/bfnrtu".indexOf(text.charAt(at++)) : -1;
		if (which < 0) {
			throw wrong("an escape");
		}
		if (which < 8) {
			return "\"\\/\b\f\n\r\t".charAt(which);
		}
		at += 4;
		try {
			return (char) Integer.parseInt(text, at - 4, Math.min(at, text.length()), 16);
		} catch (NumberFormatException | IndexOutOfBoundsException e) {
			throw wrong("four hex digits");
		}
	}

	private Object word(String word, Object value) {
		if (!text.startsWith(word, at)) {
			throw wrong(word);
		}
		at += word.length();
		return value;
	}

	private Object number() {
		int start = at;
		while (at < text.length() && "+-.0123456789Ee".indexOf(text.charAt(at)) >= 0) {
			at++;
		}
		String digits = text.substring(start, at);
		try {
			if (digits.matches("-?\\d+")) {
				BigInteger whole = new BigInteger(digits);
				return whole.bitLength() < Long.SIZE ? (Number) whole.longValue() : whole;
			}
			return new BigDecimal(digits).doubleValue();
		} catch (NumberFormatException e) {
			throw wrong("a value");
		}
	}

	private void expect(char c) {
		if (next() != c) {
			throw wrong("a " + c);
		}
		at++;
	}

	private IllegalArgumentException wrong(String expected) {
		return new IllegalArgumentException("JSON at character " + at + ": expected " + expected);
	}
}
