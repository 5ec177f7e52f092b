package io.github.rowlens;

import java.util.Map;

/**
 * What the bytes of one entry say.
 *
 * @param format id of the format, "actionbase"
 * @param record name of the record kind, "edge-state"
 * @param fields the fields in their order. Integers of 64 bits are Long, always, others Integer;
 *     an unsigned one that does not fit its type is the next larger, BigInteger at last. Floats are
 *     Double, bytes byte[], texts String, lists List, members Map, and there is null.
 */
public record DecodedRecord(String format, String record, Map<String, Object> fields) {}
