package io.github.rowlens;

import java.lang.ref.Reference;
import java.nio.charset.StandardCharsets;
import java.util.Collection;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * A record kind of a format, with its schema and options: decodes and encodes records. It is
 * immutable, and any number of threads may use it. Parts of an entry have names: "row", "family",
 * "qualifier", "value" of a cell, "key" and "value" of a pair. A call that fails throws a
 * {@link RowlensException}.
 *
 * <pre>{@code Kind counts = Kind.of("actionbase", "edge-count").lenient();}</pre>
 */
public final class Kind {
	/** The flags that calls about one record accept. */
	private static final int SINGLE = ~Abi.STRICT;
	private static final int WRITING = Abi.LENIENT | Abi.UNLIMITED;

	private final String format;
	private final String record;
	private final Schema schema;
	private final int flags;

	private Kind(String format, String record, Schema schema, int flags) {
		this.format = format;
		this.record = record;
		this.schema = schema;
		this.flags = flags;
	}

	/**
	 * A record kind, as {@code rowlens formats} lists them.
	 *
	 * @param format id of the format, "actionbase"
	 * @param record name of the record kind, "edge-state"
	 */
	public static Kind of(String format, String record) {
		return new Kind(format, record, null, 0);
	}

	/** Any kind of a format: each decoded record names its kind. */
	public static Kind any(String format) {
		return of(format, "");
	}

	/** Uses a schema for names and types; null for none. */
	public Kind schema(Schema schema) {
		return new Kind(format, record, schema, flags);
	}

	/** Accepts what upstream's own reader accepts although no writer writes it. */
	public Kind lenient() {
		return with(Abi.LENIENT);
	}

	/** Allows more bytes after the value; the fields gain "consumed". */
	public Kind prefix() {
		return with(Abi.PREFIX);
	}

	/** Lifts the size limits of upstream's writers. */
	public Kind unlimited() {
		return with(Abi.UNLIMITED);
	}

	/** Fails a record with "bad-check" when a check value (a salt) differs; otherwise that is one of its doubts. */
	public Kind check() {
		return with(Abi.CHECK);
	}

	/** Fails a batch at its first bad row, which the exception names. */
	public Kind strict() {
		return with(Abi.STRICT);
	}

	private Kind with(int flag) {
		return new Kind(format, record, schema, flags | flag);
	}

	/** Id of the format. */
	public String format() {
		return format;
	}

	/** Name of the record kind; empty for any. */
	public String record() {
		return record;
	}

	/** The format and the record kind: "actionbase edge-state". */
	@Override
	public String toString() {
		return record.isEmpty() ? format : format + " " + record;
	}

	/** Decodes one record from the parts of an entry, at least one. */
	public DecodedRecord decode(Map<String, byte[]> parts) {
		return recordOf(Cbor.members(decoded(parts, Abi.FIELDS_CBOR64, SINGLE, Abi.DOUBTS), 0));
	}

	/** The record that an answer describes. */
	@SuppressWarnings("unchecked") // "fields" is always a map
	DecodedRecord recordOf(Map<String, Object> said) {
		Map<String, Object> doubts = new LinkedHashMap<>(said);
		Object fields = doubts.remove("fields");
		return new DecodedRecord(format, (String) doubts.remove("record"), (Map<String, Object>) fields, doubts);
	}

	/**
	 * The fields of one record as the JSON that the command prints. There is no place for doubts in it: a
	 * wrong salt is an error, unless the kind is lenient.
	 */
	public String decodeJson(Map<String, byte[]> parts) {
		return new String(decoded(parts, Abi.FIELDS_JSON, SINGLE, 0), StandardCharsets.UTF_8);
	}

	/** What every byte means: tree JSON v1 (docs/tree.md) as maps, lists, texts and numbers. */
	public Map<String, Object> explain(Map<String, byte[]> parts) {
		return Json.members(new String(decoded(parts, Abi.TREE_JSON, SINGLE & ~Abi.CHECK, 0), StandardCharsets.UTF_8));
	}

	private byte[] decoded(Map<String, byte[]> parts, int form, int mask, int doubts) {
		long handle = Schema.of(schema);
		try (Memory m = Memory.take()) {
			long formatAt = m.put(format);
			long recordAt = m.put(record);
			long partsAt = m.put(parts);
			return m.answer((out, room) ->
					Library.CALLS.rl_decode(handle, formatAt, recordAt, partsAt, parts.size(), flags & mask | doubts, form, out, room, m.error()));
		}
	}

	/** Encodes a record: its parts by name. For a record with several of one part, use {@link #encodeAll}. */
	public Map<String, byte[]> encode(Map<String, ?> fields) {
		Map<String, byte[]> parts = new LinkedHashMap<>();
		encoded(fields).forEach((name, text) -> {
			if (!(text instanceof String)) {
				throw unsupported(format + " writes several of a part for " + record + ": use encodeAll");
			}
			parts.put((String) name, bytesOf(text));
		});
		return parts;
	}

	/** Encodes a record: a list for each part, by name. A part that is a list, such as the entries of an index, has several items. */
	public Map<String, List<byte[]>> encodeAll(Map<String, ?> fields) {
		return lists(encoded(fields));
	}

	/** The parts in an answer, from hex or lists of hex. */
	static Map<String, List<byte[]>> lists(Map<?, ?> texts) {
		Map<String, List<byte[]>> parts = new LinkedHashMap<>();
		texts.forEach((name, text) ->
				parts.put((String) name, text instanceof List<?> several ? several.stream().map(Kind::bytesOf).toList() : List.of(bytesOf(text))));
		return parts;
	}

	/** The parts of a record in hex. */
	private Map<?, ?> encoded(Map<String, ?> fields) {
		Map<String, Object> request = new LinkedHashMap<>();
		request.put("op", "encode");
		request.put("format", format);
		request.put("record", record);
		request.put("given", Map.of("lenient", (flags & Abi.LENIENT) != 0, "unlimited", (flags & Abi.UNLIMITED) != 0));
		request.put("schema", schema == null ? null : Schema.of(schema));
		request.put("fields", fields);
		Map<String, Object> answer = Json.members(Rowlens.answer(CborWriter.of(request)));
		if (answer.containsKey("unsupported")) {
			encodePart("", Map.of()); // throws with the reason
			throw unsupported(format + " cannot encode " + record);
		}
		if (answer.get("bytes") instanceof Map<?, ?> texts) {
			return texts;
		}
		throw RowlensException.refused(answer);
	}

	private static byte[] bytesOf(Object hex) {
		return HexFormat.of().parseHex((String) hex);
	}

	private static RowlensException unsupported(String message) {
		return new RowlensException(Abi.E_UNSUPPORTED, message, -1, -1, "", "");
	}

	/** Encodes one part of a record. Fields that only other parts need may be absent. */
	public byte[] encodePart(String part, Map<String, ?> fields) {
		byte[] given = CborWriter.of(fields);
		long handle = Schema.of(schema);
		try (Memory m = Memory.take()) {
			long formatAt = m.put(format);
			long recordAt = m.put(record);
			long partAt = m.put(part);
			long givenAt = m.put(given);
			return m.answer((out, room) ->
					Library.CALLS.rl_encode(handle, formatAt, recordAt, partAt, givenAt, given.length, flags & WRITING, out, room, m.error()));
		}
	}

	/**
	 * Decodes rows. A row that fails keeps its place, unless the kind is strict.
	 *
	 * @param cells the parts of the rows by name, all with the same number of rows
	 */
	public Batch decodeBatch(Map<String, Cells> cells) {
		int rows = Cells.rowsOf(cells);
		byte[] valid = Cells.validIn(cells);
		boolean strict = strictHere(valid);
		long handle = Schema.of(schema);
		try (Memory m = Memory.take()) {
			long formatAt = m.put(format);
			long recordAt = m.put(record);
			long cellsAt = Cells.put(m, cells);
			Memory.Block starts = m.ints(rows + 1L);
			Memory.Block codes = m.ints(rows);
			byte[] data = m.answer((out, room) -> Library.CALLS.rl_decode_batch(handle, formatAt, recordAt, cellsAt, cells.size(), rows,
					batchFlags(strict) | Abi.DOUBTS, Abi.FIELDS_CBOR64, starts.address(), codes.address(), out, room, m.error()), 128L * rows);
			Batch batch = new Batch(this, starts.ints(rows + 1), codes.ints(rows), data, valid);
			return strict ? batch.strict() : batch;
		} finally {
			Reference.reachabilityFence(cells);
		}
	}

	/** Whether this package looks for the first bad row instead of the library, which would take a null for one. */
	private boolean strictHere(byte[] valid) {
		return valid != null && (flags & Abi.STRICT) != 0;
	}

	private int batchFlags(boolean strictHere) {
		return strictHere ? flags & ~Abi.STRICT : flags;
	}

	/**
	 * Decodes rows to typed columns. A row that fails is null in every column except those of errors,
	 * unless the kind is strict.
	 *
	 * @param cells the parts of the rows by name, all with the same number of rows
	 * @param fields the columns to make, 1 to 256. Paths of {@link #any} begin with "fields."; the
	 *     name of the kind is at "record"
	 */
	public Columns decodeColumns(Map<String, Cells> cells, List<Field> fields) {
		int rows = Cells.rowsOf(cells);
		byte[] valid = Cells.validIn(cells);
		boolean strict = strictHere(valid);
		long handle = Schema.of(schema);
		try (Memory m = Memory.take()) {
			long formatAt = m.put(format);
			long recordAt = m.put(record);
			long cellsAt = Cells.put(m, cells);
			long fieldsAt = Field.put(m, fields);
			Memory.Block codes = m.ints(rows);
			Columns columns = Columns.of(m, (out, room) -> Library.CALLS.rl_decode_columns(handle, formatAt, recordAt, cellsAt, cells.size(), rows,
					batchFlags(strict), fieldsAt, fields.size(), codes.address(), out, room, m.error()), fields, codes, rows, valid);
			return strict ? columns.strict(row -> why(cells, fields, row, columns.code(row))) : columns;
		} finally {
			Reference.reachabilityFence(cells);
		}
	}

	/** A failed row, decoded on its own: only a call that fails says where. */
	private RowlensException why(Map<String, Cells> cells, List<Field> fields, int row, int code) {
		try {
			decodeColumns(Cells.row(cells, row), fields);
		} catch (RowlensException e) {
			return e.in(row);
		}
		return new RowlensException(code, "", row, -1, "", ""); // the buffers were changed
	}

	/** Encodes one part of each record. A row that fails keeps its place, unless the kind is strict. */
	public EncodedBatch encodeBatch(String part, Collection<? extends Map<String, ?>> fields) {
		return encodeBatch(List.of(part), fields).get(part);
	}

	/** Encodes several parts of each record in one call: a batch for each part, by name. */
	public Map<String, EncodedBatch> encodeBatch(List<String> parts, Collection<? extends Map<String, ?>> fields) {
		return encodeColumns(parts, List.of(Encoding.records(fields)));
	}

	/**
	 * Encodes parts of each row from columns of members: a batch for each part, by name.
	 *
	 * @param members 1 to 256, all with the same number of rows
	 */
	public Map<String, EncodedBatch> encodeColumns(List<String> parts, List<Member> members) {
		return new Encoding(schema, format, record, flags & (WRITING | Abi.STRICT)).run(List.copyOf(parts), List.copyOf(members));
	}

	/**
	 * The range of keys that a scan must read to find the records with these fields.
	 *
	 * @param fields the leading fields of the key, without a gap
	 */
	public KeyRange keyRange(Map<String, ?> fields) {
		byte[] stop = bound(fields, Abi.RANGE_STOP);
		return new KeyRange(new String(bound(fields, Abi.RANGE_PART), StandardCharsets.UTF_8),
				bound(fields, Abi.RANGE_START), stop.length == 0 ? null : stop);
	}

	private byte[] bound(Map<String, ?> fields, int which) {
		byte[] given = CborWriter.of(fields);
		long handle = Schema.of(schema);
		try (Memory m = Memory.take()) {
			long formatAt = m.put(format);
			long recordAt = m.put(record);
			long givenAt = m.put(given);
			return m.answer((out, room) -> Library.CALLS.rl_range(handle, formatAt, recordAt, givenAt, given.length, which, out, room, m.error()));
		}
	}
}
