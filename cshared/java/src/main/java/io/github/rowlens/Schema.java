package io.github.rowlens;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Collectors;

/**
 * What is known beside the bytes: tables, models, names. The library keeps it until it is closed;
 * it is immutable, and any number of threads may use it.
 */
public final class Schema implements AutoCloseable {
	private final String format;
	private final AtomicLong handle;

	/**
	 * Opens a schema.
	 *
	 * @param format id of the format
	 * @param json what the format takes as a schema, or one of the other forms that rl_schema_open in rowlens.h lists
	 * @param uses other open schemas that this one refers to by their names
	 * @throws RowlensException when it is refused
	 */
	public Schema(String format, String json, Schema... uses) {
		this.format = format;
		byte[] text = adding(json, uses).getBytes(StandardCharsets.UTF_8);
		try (Memory m = Memory.take()) {
			handle = new AtomicLong(m.checked(Calls.rl_schema_open(m.put(format), m.put(text), text.length, m.error())));
		}
	}

	/** Opens a schema that is not JSON text yet. */
	public Schema(String format, Map<String, ?> of, Schema... uses) {
		this(format, Json.write(of), uses);
	}

	private static String adding(String json, Schema... uses) {
		String text = json.strip();
		if (uses.length == 0 || !text.endsWith("}")) {
			return json; // the library says what is wrong
		}
		String head = text.substring(0, text.length() - 1).stripTrailing();
		String handles = Arrays.stream(uses).map(other -> Long.toString(other.handle())).collect(Collectors.joining(","));
		return head + (head.endsWith("{") ? "" : ",") + "\"uses\":[" + handles + "]}";
	}

	/** Id of the format. */
	public String format() {
		return format;
	}

	/** The library's number of this schema, which requests of {@link Rowlens#answer} may name; 0 after close. */
	public long handle() {
		return handle.get();
	}

	/** The handle for a call: 0 without a schema, and never that of a closed one. */
	static long of(Schema schema) {
		if (schema == null) {
			return 0;
		}
		long handle = schema.handle();
		if (handle == 0) {
			throw new IllegalStateException("the schema of " + schema.format + " is closed");
		}
		return handle;
	}

	/** Forgets the schema. Calls that run already still finish with it. */
	@Override
	public void close() {
		long open = handle.getAndSet(0);
		if (open != 0) {
			Calls.rl_schema_close(open);
		}
	}
}
