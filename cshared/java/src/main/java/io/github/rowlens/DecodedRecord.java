package io.github.rowlens;

import java.util.Map;

/**
 * A decoded record.
 *
 * @param format id of the format, "actionbase"
 * @param record name of the record kind, "edge-state"
 * @param fields the fields in their order. 64-bit integers are always Long, smaller ones Integer; an
 *     unsigned integer that does not fit becomes the next wider type, at last BigInteger. Floats are
 *     Double, bytes byte[], texts String, lists List, objects Map; null is null.
 */
public record DecodedRecord(String format, String record, Map<String, Object> fields) {}
