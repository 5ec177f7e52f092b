package io.github.rowlens;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

/**
 * Statistics of the rows of a dump or of stores, in one pass with bounded memory: what {@code rowlens
 * stats} counts. It says what to count, and is immutable; {@link #report()} counts.
 */
public final class Stats {
	private final Source rows;
	private final Schema schema;
	private final Map<String, Object> options;

	private Stats(Source rows, Schema schema, Map<String, Object> options) {
		this.rows = rows;
		this.schema = schema;
		this.options = options;
	}

	/** Statistics of some rows. */
	public static Stats of(Source rows) {
		return new Stats(rows, null, Map.of());
	}

	/** Only this format. */
	public Stats format(String id) {
		return with("format", id);
	}

	/** Only this record kind. */
	public Stats record(String name) {
		return with("record", name);
	}

	/** Tables or models that give stored codes their names and types. */
	public Stats schema(Schema schema) {
		return new Stats(rows, schema, options);
	}

	/** Only rows that match a filter: the expression of {@code rowlens stats --where}. A member that no row has is an error, as there. */
	public Stats where(String expression) {
		return with("where", expression);
	}

	/** How many of the biggest entities to list; 10 by default. */
	public Stats top(int entities) {
		return with("top", entities);
	}

	/** How many regions of equal key ranges to count rows in; 16 by default. */
	public Stats regions(int count) {
		return with("regions", count);
	}

	/** The keys at which the regions to count rows in begin. */
	public Stats splits(List<byte[]> keys) {
		return with("splits", List.copyOf(keys));
	}

	/** The present in milliseconds since 1970, if it is not this machine's. Later times count as in the future. */
	public Stats now(long millis) {
		return with("now", millis);
	}

	private Stats with(String name, Object value) {
		return new Stats(rows, schema, Source.with(options, name, value));
	}

	/**
	 * Reads all rows, and says what is in them.
	 *
	 * @return the members that docs/stats.md lists: numbers are Long or Double
	 */
	public Map<String, Object> report() {
		return report(soFar -> {});
	}

	/**
	 * Reads all rows, and says what is in them.
	 *
	 * @param soFar gets the count so far, after each mebibyte of a dump or ten thousand rows of stores
	 * @return the members that docs/stats.md lists: numbers are Long or Double
	 */
	public Map<String, Object> report(Consumer<Map<String, Object>> soFar) {
		try (Handle stats = new Handle(rows.request(), options, schema, Library.CALLS::rl_stats_open, Library.CALLS::rl_stats_close)) {
			Source.Text dump = rows.isDump() ? rows.text() : null;
			while (dump != null ? dump.feed((text, size) -> stats.call((handle, m) -> Library.CALLS.rl_stats_feed(handle, text, size, m.error())))
					: stats.call((handle, m) -> Library.CALLS.rl_stats_step(handle, m.error())) == 1) {
				soFar.accept(said(stats));
			}
			return said(stats);
		}
	}

	private static Map<String, Object> said(Handle stats) {
		byte[] json = stats.answer((handle, m) -> (out, room) -> Library.CALLS.rl_stats_report(handle, out, room, m.error()));
		return Json.members(new String(json, StandardCharsets.UTF_8));
	}
}
