package io.github.rowlens;

import java.lang.ref.Reference;
import java.nio.charset.StandardCharsets;
import java.util.Collection;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Every call. All may be made from any thread at any time. Parts of an entry are given by their
 * names: "row", "family", "qualifier", "value" of a cell, "key" and "value" of a pair; a schema may
 * be null. A call that fails throws a {@link RowlensException}.
 */
public final class Rowlens {
	private Rowlens() {}

	/** The version of the library, "0.1.0". */
	public static String version() {
		return Calls.version();
	}

	// One record

	/** Decodes one record without a schema. */
	public static DecodedRecord decode(Map<String, byte[]> parts, String format, String record) {
		return decode(parts, format, record, null);
	}

	/**
	 * Decodes one record.
	 *
	 * @param parts the parts of one entry, at least one
	 * @param format id of the format, "actionbase"
	 * @param record name of the record kind, "edge-state"; empty for any kind of the format
	 * @param schema what is known beside the bytes; may be null
	 * @param options LENIENT, PREFIX, UNLIMITED, CHECK
	 */
	@SuppressWarnings("unchecked") // "fields" is always a map
	public static DecodedRecord decode(Map<String, byte[]> parts, String format, String record, Schema schema, Option... options) {
		Map<String, Object> fields = Cbor.members(decoded(parts, format, record, schema, Abi.FIELDS_CBOR64, options), 0);
		if (!record.isEmpty()) {
			return new DecodedRecord(format, record, fields);
		}
		return new DecodedRecord(format, (String) fields.get("record"), (Map<String, Object>) fields.get("fields"));
	}

	/** Decodes lone bytes of which nothing is known: as the likeliest record kind of any format. */
	public static DecodedRecord decode(byte[] bytes) {
		Kind kind = identify(Map.of("bytes", bytes), null);
		return decode(Map.of(kind.part(), bytes), kind.format(), kind.record());
	}

	/** The fields of one record as the JSON that the command line prints. */
	public static String decodeJson(Map<String, byte[]> parts, String format, String record, Schema schema, Option... options) {
		return new String(decoded(parts, format, record, schema, Abi.FIELDS_JSON, options), StandardCharsets.UTF_8);
	}

	/** What every byte means: tree JSON v1 (docs/tree.md) as maps, lists, texts and numbers. */
	public static Map<String, Object> explain(Map<String, byte[]> parts, String format, String record, Schema schema, Option... options) {
		return Json.members(new String(decoded(parts, format, record, schema, Abi.TREE_JSON, options), StandardCharsets.UTF_8));
	}

	private static byte[] decoded(Map<String, byte[]> parts, String format, String record, Schema schema, int form, Option... options) {
		long handle = Schema.of(schema);
		int flags = Option.flags(options);
		try (Memory m = Memory.take()) {
			long formatAt = m.put(format);
			long recordAt = m.put(record);
			long partsAt = m.put(parts);
			return m.answer((out, room) -> Calls.rl_decode(handle, formatAt, recordAt, partsAt, parts.size(), flags, form, out, room, m.error()));
		}
	}

	/**
	 * What bytes most probably are.
	 *
	 * @param parts the parts of one entry; bytes of an unknown part are named "bytes"
	 * @param format the format, or null for any
	 */
	public static Kind identify(Map<String, byte[]> parts, String format) {
		Map<String, Object> request = new LinkedHashMap<>();
		request.put("parts", parts);
		if (format != null) {
			request.put("format", format);
		}
		Map<String, Object> answer = inspect(request);
		Map<?, ?> best = first(answer.get("candidates"));
		if (best != null) {
			return new Kind((String) best.get("format"), (String) best.get("record"), (String) best.get("part"));
		}
		Map<?, ?> refused = first(answer.get("refused"));
		Object why = refused != null ? refused.get("error") : answer.get("error");
		throw RowlensException.of(why instanceof Map<?, ?> said ? said
				: Map.of("code", "unknown", "message", "no format that is known parses these bytes"), 0, -1);
	}

	private static Map<?, ?> first(Object list) {
		return list instanceof List<?> items && !items.isEmpty() ? (Map<?, ?>) items.get(0) : null;
	}

	/** Writes a record: its parts by name. */
	public static Map<String, byte[]> encode(Map<String, ?> fields, String format, String record, Schema schema, Option... options) {
		Map<String, Object> request = new LinkedHashMap<>();
		request.put("op", "encode");
		request.put("format", format);
		request.put("record", record);
		int flags = Option.flags(options);
		request.put("given", Map.of("lenient", (flags & Abi.LENIENT) != 0, "unlimited", (flags & Abi.UNLIMITED) != 0));
		request.put("schema", schema == null ? null : Schema.of(schema));
		request.put("fields", fields);
		Map<String, Object> answer = Json.members(answer(Json.write(request)));
		if (answer.containsKey("unsupported")) {
			throw new RowlensException(Abi.E_UNSUPPORTED, format + " has no " + record + " that can be written", -1, -1, "", "");
		}
		if (!(answer.get("bytes") instanceof Map<?, ?> texts)) {
			throw RowlensException.refused(answer);
		}
		Map<String, byte[]> parts = new LinkedHashMap<>();
		texts.forEach((name, text) -> parts.put((String) name, bytesOf(text, format, record)));
		return parts;
	}

	private static byte[] bytesOf(Object hex, String format, String record) {
		if (hex instanceof String text) {
			return HexFormat.of().parseHex(text);
		}
		throw new RowlensException(Abi.E_UNSUPPORTED,
				format + " writes more than one of a part for " + record + ": ask for it with Rowlens.answer", -1, -1, "", "");
	}

	/** Writes one part of a record. Fields that only other parts need may be absent. */
	public static byte[] encodePart(Map<String, ?> fields, String format, String record, String part, Schema schema, Option... options) {
		byte[] text = utf8(fields);
		long handle = Schema.of(schema);
		int flags = Option.flags(options);
		try (Memory m = Memory.take()) {
			long formatAt = m.put(format);
			long recordAt = m.put(record);
			long partAt = m.put(part);
			long textAt = m.put(text);
			return m.answer((out, room) -> Calls.rl_encode(handle, formatAt, recordAt, partAt, textAt, text.length, flags, out, room, m.error()));
		}
	}

	// Very many records of one kind

	/**
	 * Decodes rows. A row that fails keeps its place; with STRICT the first one is thrown.
	 *
	 * @param columns the same rows, a column a part
	 * @param record name of the record kind; empty when each row may be of any kind of the format
	 */
	public static Batch decodeBatch(List<Cells> columns, String format, String record, Schema schema, Option... options) {
		int rows = Cells.rowsOf(columns);
		byte[] valid = Cells.validIn(columns);
		boolean strict = valid != null && (Option.flags(options) & Abi.STRICT) != 0;
		int flags = Option.flags(options) & (strict ? ~Abi.STRICT : -1); // a null is no failure
		long handle = Schema.of(schema);
		try (Memory m = Memory.take()) {
			long formatAt = m.put(format);
			long recordAt = m.put(record);
			long columnsAt = Cells.put(m, columns);
			Memory.Block starts = m.ints(rows + 1L);
			Memory.Block codes = m.ints(rows);
			byte[] data = m.answer((out, room) -> Calls.rl_decode_batch(handle, formatAt, recordAt, columnsAt, columns.size(), rows,
					flags, Abi.FIELDS_CBOR64, starts.address(), codes.address(), out, room, m.error()), 128L * rows);
			Batch batch = new Batch(format, record, starts.ints(rows + 1), codes.ints(rows), data, valid);
			return strict ? batch.strict() : batch;
		} finally {
			Reference.reachabilityFence(columns);
		}
	}

	/**
	 * Decodes rows to typed columns. Options are those of {@link #decodeBatch}.
	 *
	 * @param fields the columns to make, 1 to 256
	 */
	public static TypedColumns decodeColumns(List<Cells> columns, String format, String record, List<Field> fields, Schema schema, Option... options) {
		int rows = Cells.rowsOf(columns);
		byte[] valid = Cells.validIn(columns);
		boolean strict = valid != null && (Option.flags(options) & Abi.STRICT) != 0;
		int flags = Option.flags(options) & (strict ? ~Abi.STRICT : -1);
		long handle = Schema.of(schema);
		try (Memory m = Memory.take()) {
			long formatAt = m.put(format);
			long recordAt = m.put(record);
			long columnsAt = Cells.put(m, columns);
			long fieldsAt = Field.put(m, fields);
			Memory.Block codes = m.ints(rows);
			TypedColumns made = TypedColumns.of(m, (out, room) -> Calls.rl_decode_columns(handle, formatAt, recordAt, columnsAt, columns.size(), rows,
					flags, fieldsAt, fields.size(), codes.address(), out, room, m.error()), fields, codes, rows, valid);
			return strict ? made.strict() : made;
		} finally {
			Reference.reachabilityFence(columns);
		}
	}

	/** Writes one part of each record. */
	public static Encoded encodeBatch(
			Collection<? extends Map<String, ?>> fields, String format, String record, String part, Schema schema, Option... options) {
		Cells texts = Cells.of("fields", fields.stream().map(Rowlens::utf8).toList());
		int rows = texts.rows();
		long handle = Schema.of(schema);
		int flags = Option.flags(options);
		try (Memory m = Memory.take()) {
			long formatAt = m.put(format);
			long recordAt = m.put(record);
			long partAt = m.put(part);
			Memory.Block starts = m.ints(rows + 1L);
			Memory.Block codes = m.ints(rows);
			byte[] data = m.answer((out, room) -> Calls.rl_encode_batch(handle, formatAt, recordAt, partAt, Memory.addressOf(texts.offsets()),
					Memory.addressOf(texts.data()), rows, flags, starts.address(), codes.address(), out, room, m.error()), 64L * rows);
			return new Encoded(starts.ints(rows + 1), codes.ints(rows), data);
		} finally {
			Reference.reachabilityFence(texts);
		}
	}

	// Requests

	/** Says what pasted text or bytes are (docs/tree.md, "Inspect"): rows, ranked readings, explained bytes. */
	public static Map<String, Object> inspect(Map<String, ?> request) {
		byte[] text = utf8(request);
		try (Memory m = Memory.take()) {
			long at = m.put(text);
			byte[] answer = m.answer((out, room) -> Calls.rl_inspect(at, text.length, out, room, m.error()));
			return Json.members(new String(answer, StandardCharsets.UTF_8));
		}
	}

	/** One request line of the conformance protocol (docs/testee.md) to its answer line. */
	public static String answer(String line) {
		byte[] text = line.getBytes(StandardCharsets.UTF_8);
		try (Memory m = Memory.take()) {
			long at = m.put(text);
			return new String(m.answer((out, room) -> Calls.rl_answer(at, text.length, out, room, m.error())), StandardCharsets.UTF_8);
		}
	}

	// Keys in a store

	/** Where left stands, seen from right, as plain unsigned bytes: -1, 0 or 1. */
	public static int compare(byte[] left, byte[] right) {
		return compare(Map.of("key", left), Map.of("key", right), "", new byte[0], null);
	}

	/**
	 * Compares two keys as the store of a format sorts them: part after part by unsigned bytes, or by the
	 * comparator that the store has for a column family.
	 *
	 * @param format id of the format; empty for plain unsigned bytes
	 * @param family the column family of both keys, in stores where it is no part of them; else empty
	 * @param schema comparators may need key sizes; may be null
	 * @return -1, 0 or 1: where left stands, seen from right
	 */
	public static int compare(Map<String, byte[]> left, Map<String, byte[]> right, String format, byte[] family, Schema schema) {
		long handle = Schema.of(schema);
		try (Memory m = Memory.take()) {
			return (int) m.checked(Calls.rl_compare(handle, m.put(format), m.put(family), family.length,
					m.put(left), left.size(), m.put(right), right.size(), m.error())) - Abi.EQUAL;
		}
	}

	/** Where a scan begins and ends that finds the keys of a record as far as it is known. */
	public static KeyRange keyRange(Map<String, ?> fields, String format, String record, Schema schema) {
		byte[] stop = bound(fields, format, record, schema, Abi.RANGE_STOP);
		return new KeyRange(new String(bound(fields, format, record, schema, Abi.RANGE_PART), StandardCharsets.UTF_8),
				bound(fields, format, record, schema, Abi.RANGE_START), stop.length == 0 ? null : stop);
	}

	private static byte[] bound(Map<String, ?> fields, String format, String record, Schema schema, int which) {
		byte[] text = utf8(fields);
		long handle = Schema.of(schema);
		try (Memory m = Memory.take()) {
			long formatAt = m.put(format);
			long recordAt = m.put(record);
			long textAt = m.put(text);
			return m.answer((out, room) -> Calls.rl_range(handle, formatAt, recordAt, textAt, text.length, which, out, room, m.error()));
		}
	}

	/**
	 * The version of a hybrid logical clock, to be read as unsigned.
	 *
	 * @param layout "maryk", "ms-16" or "ms-12"
	 */
	public static long hlcJoin(String layout, Hlc time) {
		try (Memory m = Memory.take()) {
			Memory.Block version = m.room(Long.BYTES);
			m.checked(Calls.rl_hlc_join(m.put(layout), time.physical(), time.logical(), version.address(), m.error()));
			return version.bytes().getLong(0);
		}
	}

	/** Milliseconds since 1970 and the counter of a version. Layouts are those of {@link #hlcJoin}. */
	public static Hlc hlcSplit(String layout, long version) {
		try (Memory m = Memory.take()) {
			Memory.Block parts = m.room(2 * Long.BYTES);
			m.checked(Calls.rl_hlc_split(m.put(layout), version, parts.address(), parts.address() + Long.BYTES, m.error()));
			return new Hlc(parts.bytes().getLong(0), parts.bytes().getLong(Long.BYTES));
		}
	}

	/** The 32-bit hash under which a format stores names, from 0 to 4294967295. */
	public static long hash32(String format, String name) {
		byte[] text = name.getBytes(StandardCharsets.UTF_8);
		try (Memory m = Memory.take()) {
			long hash = Calls.rl_hash32(m.put(format), m.put(text), text.length);
			if (hash < 0) {
				throw new RowlensException((int) hash, "", -1, -1, "", "");
			}
			return hash;
		}
	}

	private static byte[] utf8(Map<String, ?> fields) {
		return Json.write(fields).getBytes(StandardCharsets.UTF_8);
	}
}
