package io.github.rowlens;

/**
 * A range of keys to scan.
 *
 * @param part the name of the part that the bounds belong to, "row"
 * @param start the first key; null when the range begins with the very first key
 * @param stop the first key after the range; null when the range is open
 */
public record KeyRange(String part, byte[] start, byte[] stop) {}
