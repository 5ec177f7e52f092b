package io.github.rowlens;

/**
 * The most probable reading of some bytes.
 *
 * @param format id of the format, "actionbase"
 * @param record name of the record kind, "edge-state"
 * @param part which part lone bytes are, "row"; null for parts that were passed by name
 */
public record Identified(String format, String record, String part) {
	/** The kind that decodes the bytes. */
	public Kind kind() {
		return Kind.of(format, record);
	}
}
