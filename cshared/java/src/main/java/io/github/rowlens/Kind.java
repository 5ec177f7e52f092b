package io.github.rowlens;

/**
 * What bytes most probably are.
 *
 * @param format id of the format
 * @param record name of the record kind
 * @param part for bytes that were given without the name of their part: that part, else null
 */
public record Kind(String format, String record, String part) {}
