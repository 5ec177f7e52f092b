package io.github.rowlens;

import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * A row that was added, removed or changed. For a changed row, the members are those of the new row.
 * What a row lacks is null; lists and maps are empty.
 *
 * @param change "added", "removed" or "changed"
 * @param format id of the format; null if the row could not be decoded
 * @param record name of the record kind; null if the row could not be decoded
 * @param parts the parts of the row by name
 * @param fields what differs, by path; for a row that could not be decoded, the parts as hex
 * @param timestamp the store's own, as decimal text
 * @param deleted the kind of tombstone, as the store spells it
 * @param source its table and column family
 * @param was the parts that the old row had instead
 * @param wasTimestamp the timestamp of the old row
 * @param error why the row could not be decoded
 */
public record Difference(String change, String format, String record, Map<String, byte[]> parts, Map<String, Field> fields, String timestamp,
		String deleted, Map<String, Object> source, Map<String, byte[]> was, String wasTimestamp, Map<String, Object> error) {
	/**
	 * A field that differs: values as in JSON, null on a side that does not have it.
	 *
	 * @param before value in the old row
	 * @param after value in the new row
	 */
	public record Field(Object before, Object after) {}

	/** Reads a line of the library. */
	static Difference of(Map<String, Object> said) {
		Map<String, Object> was = members(said, "was");
		Map<String, Field> fields = new LinkedHashMap<>();
		members(said, "fields").forEach((path, both) -> fields.put(path, new Field(((List<?>) both).get(0), ((List<?>) both).get(1))));
		return new Difference((String) said.get("change"), (String) said.get("format"), (String) said.get("record"), parts(said), fields,
				(String) said.get("timestamp"), (String) said.get("deleted"), members(said, "source"), parts(was), (String) was.get("timestamp"),
				members(said, "error"));
	}

	private static Map<String, byte[]> parts(Map<String, Object> of) {
		Map<String, byte[]> parts = new LinkedHashMap<>();
		members(of, "parts").forEach((name, hex) -> parts.put(name, HexFormat.of().parseHex((String) hex)));
		return parts;
	}

	@SuppressWarnings("unchecked") // names are texts
	private static Map<String, Object> members(Map<String, Object> of, String name) {
		return of.get(name) instanceof Map<?, ?> members ? (Map<String, Object>) members : Map.of();
	}
}
