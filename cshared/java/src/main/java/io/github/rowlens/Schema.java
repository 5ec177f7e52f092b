package io.github.rowlens;

import java.lang.ref.Cleaner;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Collectors;

/**
 * Tables, models or names that give stored codes their names and types. The library keeps a schema
 * until it is closed. It is immutable, and any number of threads may use it.
 */
public final class Schema implements AutoCloseable {
	/** Closes schemas, stores and their rows that nobody closed, once they are unreachable. */
	static final Cleaner CLEANER = Cleaner.create();

	private final String format;
	private final AtomicLong handle;
	private final Cleaner.Cleanable closing;

	/**
	 * Opens a schema.
	 *
	 * @param format id of the format
	 * @param of the schema as JSON, in any of the forms that rl_schema_open in rowlens.h lists
	 * @param uses open schemas that this one refers to by name
	 * @throws RowlensException when the library refuses it
	 */
	public Schema(String format, String of, Schema... uses) {
		this.format = format;
		byte[] text = adding(of, uses).getBytes(StandardCharsets.UTF_8);
		try (Memory m = Memory.take()) {
			handle = new AtomicLong(m.checked(Library.CALLS.rl_schema_open(m.put(format), m.put(text), text.length, m.error())));
		}
		closing = CLEANER.register(this, closing(handle));
	}

	/** The action that closes a schema; it must not refer to the schema itself. */
	private static Runnable closing(AtomicLong handle) {
		return () -> {
			long open = handle.getAndSet(0);
			if (open != 0) {
				Library.CALLS.rl_schema_close(open);
			}
		};
	}

	/** Opens a schema from the members of its JSON object. */
	public Schema(String format, Map<String, ?> of, Schema... uses) {
		this(format, Json.write(of), uses);
	}

	private static String adding(String json, Schema... uses) {
		String text = json.strip();
		if (uses.length == 0 || !text.endsWith("}")) {
			return json; // the library reports what is wrong
		}
		String head = text.substring(0, text.length() - 1).stripTrailing();
		String handles = Arrays.stream(uses).map(other -> Long.toString(other.handle())).collect(Collectors.joining(","));
		return head + (head.endsWith("{") ? "" : ",") + "\"uses\":[" + handles + "]}";
	}

	/** Id of the format. */
	public String format() {
		return format;
	}

	/** The library's number for this schema, by which requests to {@link Rowlens#answer} refer to it; 0 after close. */
	public long handle() {
		return handle.get();
	}

	/** The handle for a call: 0 without a schema; a closed schema is refused. */
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

	/** Releases the schema. Calls in progress finish with it. */
	@Override
	public void close() {
		closing.clean();
	}

	/** Its format, and whether it is closed. */
	@Override
	public String toString() {
		return "Schema of " + format + (handle() == 0 ? ", closed" : "");
	}
}
