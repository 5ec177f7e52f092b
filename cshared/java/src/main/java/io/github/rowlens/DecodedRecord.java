package io.github.rowlens;

import java.util.Map;

/**
 * A decoded record.
 *
 * @param format id of the format, "actionbase"
 * @param record name of the record kind, "edge-state"
 * @param fields the fields in order. 64-bit integers are always Long, smaller ones Integer; an
 *     unsigned integer that does not fit becomes the next wider type, ultimately BigInteger. Floats are
 *     Double, bytes byte[], texts String, lists List, objects Map; null is null.
 * @param doubts what is doubtful about it, empty for most records: whichever of "lenient", "extra", "check"
 *     and "canonical" apply, as the command prints them
 */
public record DecodedRecord(String format, String record, Map<String, Object> fields, Map<String, Object> doubts) {
	/** A record without doubts. */
	public DecodedRecord(String format, String record, Map<String, Object> fields) {
		this(format, record, fields, Map.of());
	}
}
