package io.github.rowlens;

import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Calls that need no record kind; {@link Kind} has the others. All may be made from any thread at any
 * time. A call that fails throws a {@link RowlensException}.
 */
public final class Rowlens {
	private Rowlens() {}

	/** The version of the library. */
	public static String version() {
		return Library.CALLS.rl_version();
	}

	/** Decodes lone bytes of an unknown kind as the most probable kind of any format. */
	public static DecodedRecord decode(byte[] bytes) {
		Identified found = identify(Map.of("bytes", bytes));
		return found.kind().decode(Map.of(found.part(), bytes));
	}

	/**
	 * The most probable reading of an entry, in any format.
	 *
	 * @param parts the parts of the entry; lone bytes of an unknown part are named "bytes"
	 */
	public static Identified identify(Map<String, byte[]> parts) {
		return identify(parts, "");
	}

	/**
	 * The most probable reading of an entry.
	 *
	 * @param parts the parts of the entry; lone bytes of an unknown part are named "bytes"
	 * @param format id of the format; empty for any
	 */
	public static Identified identify(Map<String, byte[]> parts, String format) {
		Map<String, Object> request = new LinkedHashMap<>();
		request.put("parts", parts);
		if (!format.isEmpty()) {
			request.put("format", format);
		}
		Map<String, Object> answer = inspect(request);
		Map<?, ?> best = first(answer.get("candidates"));
		if (best != null) {
			return new Identified((String) best.get("format"), (String) best.get("record"), (String) best.get("part"));
		}
		Map<?, ?> refused = first(answer.get("refused"));
		Object why = refused != null ? refused.get("error") : answer.get("error");
		throw RowlensException.of(why instanceof Map<?, ?> said ? said
				: Map.of("code", "unknown", "message", "no known format parses these bytes"), 0, -1);
	}

	private static Map<?, ?> first(Object list) {
		return list instanceof List<?> items && !items.isEmpty() ? (Map<?, ?>) items.get(0) : null;
	}

	/** Says what pasted text or bytes may be (docs/tree.md, "Inspect"): rows, ranked readings, explained bytes. */
	public static Map<String, Object> inspect(Map<String, ?> request) {
		byte[] text = Json.write(request).getBytes(StandardCharsets.UTF_8);
		try (Memory m = Memory.take()) {
			long at = m.put(text);
			byte[] answer = m.answer((out, room) -> Library.CALLS.rl_inspect(at, text.length, out, room, m.error()));
			return Json.members(new String(answer, StandardCharsets.UTF_8));
		}
	}

	/** Answers one request line of the conformance protocol (docs/testee.md). */
	public static String answer(String line) {
		return answer(line.getBytes(StandardCharsets.UTF_8));
	}

	/** Answers a request in JSON or CBOR. */
	static String answer(byte[] request) {
		try (Memory m = Memory.take()) {
			long at = m.put(request);
			return new String(m.answer((out, room) -> Library.CALLS.rl_answer(at, request.length, out, room, m.error())), StandardCharsets.UTF_8);
		}
	}

	/**
	 * The version that a hybrid logical clock has at an instant. Read it as unsigned.
	 *
	 * @param layout "maryk", "ms-16" or "ms-12"
	 * @param physical milliseconds since 1970-01-01 UTC
	 * @param logical the counter
	 */
	public static long hlcJoin(String layout, long physical, long logical) {
		try (Memory m = Memory.take()) {
			Memory.Block version = m.room(Long.BYTES);
			m.checked(Library.CALLS.rl_hlc_join(m.put(layout), physical, logical, version.address(), m.error()));
			return version.bytes().getLong(0);
		}
	}

	/** Splits a version of a hybrid logical clock. Layouts are those of {@link #hlcJoin}. */
	public static Hlc hlcSplit(String layout, long version) {
		try (Memory m = Memory.take()) {
			Memory.Block parts = m.room(2 * Long.BYTES);
			m.checked(Library.CALLS.rl_hlc_split(m.put(layout), version, parts.address(), parts.address() + Long.BYTES, m.error()));
			return new Hlc(parts.bytes().getLong(0), parts.bytes().getLong(Long.BYTES));
		}
	}

	/** The 32-bit hash under which a format stores a name, from 0 to 4294967295. */
	public static long hash32(String format, String name) {
		byte[] text = name.getBytes(StandardCharsets.UTF_8);
		try (Memory m = Memory.take()) {
			long hash = Library.CALLS.rl_hash32(m.put(format), m.put(text), text.length);
			if (hash < 0) {
				throw new RowlensException((int) hash, "", -1, -1, "", "");
			}
			return hash;
		}
	}
}
