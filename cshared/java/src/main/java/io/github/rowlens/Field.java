package io.github.rowlens;

import java.util.List;

/**
 * One column to make from decoded rows.
 *
 * @param path path of the member in the fields: "source.value", "values[0]",
 *     "properties[name=rank].value.value"; a backslash escapes a . [ ] = or \ that is part of a
 *     name, and an empty path means the whole record
 * @param type what the column holds
 */
public record Field(String path, Type type) {
	/** Types of columns, laid out as Arrow lays them out. */
	public enum Type {
		/** long. */
		INT64(Abi.TYPE_INT64),
		/** double; whole numbers up to 2^53 too. */
		FLOAT64(Abi.TYPE_FLOAT64),
		/** One bit per row. */
		BOOL(Abi.TYPE_BOOL),
		/** Text; other scalars as text: decimal, true, hex. */
		UTF8(Abi.TYPE_UTF8),
		/** Bytes; text as its UTF-8. */
		BINARY(Abi.TYPE_BINARY),
		/** Any member as JSON text. */
		JSON(Abi.TYPE_JSON),
		/** Why the row failed, as the JSON text {"error":{"code",…}}; null for other rows. The path is empty. */
		ERROR(Abi.TYPE_ERROR),
		/** What is doubtful about the row, as the JSON text {"check":[…],…}; null for rows without doubts. The path is empty. */
		DOUBTS(Abi.TYPE_DOUBTS),
		/** Any member as CBOR. */
		CBOR(Abi.TYPE_CBOR);

		final int number;

		Type(int number) {
			this.number = number;
		}
	}

	/** A column of errors. */
	public static Field error() {
		return new Field("", Type.ERROR);
	}

	/** A column of doubts. Without one, a row whose check value (a salt) differs fails. */
	public static Field doubts() {
		return new Field("", Type.DOUBTS);
	}

	/** An array of rl_field. */
	static long put(Memory memory, List<Field> fields) {
		Memory.Block list = memory.room(fields.size() * Abi.Field.SIZE);
		for (int i = 0; i < fields.size(); i++) {
			int at = i * Abi.Field.SIZE;
			list.bytes().putLong(at + Abi.Field.PATH, memory.put(fields.get(i).path));
			list.bytes().putInt(at + Abi.Field.TYPE, fields.get(i).type.number);
			list.bytes().putInt(at + Abi.Field.ZERO, 0);
		}
		return list.address();
	}
}
