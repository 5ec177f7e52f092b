package io.github.rowlens;

import java.util.Map;

/** Why a call failed. The message is one sentence. */
public final class RowlensException extends RuntimeException {
	private static final long serialVersionUID = 1;

	private final String code;
	private final int number;
	private final int row;
	private final int offset;
	private final String part;
	private final String path;

	RowlensException(int number, String message, int row, int offset, String part, String path) {
		this(number, null, message, row, offset, part, path);
	}

	RowlensException(int number, String code, String message, int row, int offset, String part, String path) {
		super(message.isEmpty() ? Library.CALLS.rl_strerror(number) : message);
		this.number = number;
		this.code = code != null ? code : nameOf(number);
		this.row = row;
		this.offset = offset;
		this.part = part;
		this.path = path;
	}

	/** The same failure, attributed to a row of a batch. */
	RowlensException in(int row) {
		return new RowlensException(number, code, getMessage(), row, offset, part, path);
	}

	/** The failure that an answer's "error" describes. */
	static RowlensException of(Map<?, ?> why, int number, int row) {
		return new RowlensException(number, number == 0 ? text(why, "code") : null, text(why, "message"), row,
				why.get("offset") instanceof Number offset ? offset.intValue() : -1, text(why, "part"), text(why, "field"));
	}

	/** The failure of an encode request. */
	static RowlensException refused(Map<?, ?> answer) {
		String code = text(answer, "code");
		return new RowlensException(Abi.E_REFUSED, code.isEmpty() ? null : code, text(answer, "error"), -1,
				answer.get("offset") instanceof Number offset ? offset.intValue() : -1, "", text(answer, "field"));
	}

	private static String text(Map<?, ?> why, String name) {
		return why.get(name) instanceof String text ? text : "";
	}

	private static String nameOf(int number) {
		String meaning = Library.CALLS.rl_strerror(number);
		return meaning.substring(0, Math.max(meaning.indexOf(':'), 0));
	}

	/** The stable name of the failure: "truncated", "refused". docs/testee.md lists those of decoders. */
	public String code() {
		return code;
	}

	/** The stable number of the failure in rowlens.h, such as -1 for "truncated"; 0 when the failure has only a name. */
	public int number() {
		return number;
	}

	/** The row of a batch, from 0; -1 when the failure concerns no single row. */
	public int row() {
		return row;
	}

	/** Bytes from the start of the part, or of the text that was passed; -1 when unknown. */
	public int offset() {
		return offset;
	}

	/** The part of the entry, "row" or "value"; empty when the failure concerns none. */
	public String part() {
		return part;
	}

	/** The path of the field; empty when the failure concerns none. */
	public String path() {
		return path;
	}
}
