package io.github.rowlens;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * The differences of two documents, each a dump or stores. It says what to compare, and is immutable;
 * {@link #forEach} compares. The rows of both are held in memory meanwhile, each at about 400 bytes
 * plus twice its own size; {@code rowlens diff} compares documents of any size.
 */
public final class Diff {
	private final List<Source> sides;
	private final Schema schema;
	private final Map<String, Object> options;

	private Diff(List<Source> sides, Schema schema, Map<String, Object> options) {
		this.sides = sides;
		this.schema = schema;
		this.options = options;
	}

	/**
	 * How many rows differ.
	 *
	 * @param added rows that only the new side has
	 * @param removed rows that only the old side has
	 * @param changed rows that differ
	 * @param same rows that do not
	 * @param unread rows and places of stores that could not be read
	 * @param records the same by record kind
	 */
	public record Totals(long added, long removed, long changed, long same, long unread, List<Map<String, Object>> records) {
		/** Whether anything differs, or could not be compared. */
		public boolean differ() {
			return added + removed + changed + unread > 0;
		}
	}

	/** The differences between an old and a new document. */
	public static Diff of(Source before, Source after) {
		return new Diff(List.of(before, after), null, Map.of());
	}

	/**
	 * What differs between two rows, field by field; empty if nothing differs. A row is its parts by name, or
	 * null if there is no such row.
	 */
	public static Optional<Difference> ofRows(Map<String, byte[]> before, Map<String, byte[]> after) {
		return ofRows(before, after, "", null);
	}

	/** The same for rows of a format, or of any format if the id is empty, with a schema or null. */
	public static Optional<Difference> ofRows(Map<String, byte[]> before, Map<String, byte[]> after, String format, Schema schema) {
		Map<String, Object> request = new LinkedHashMap<>();
		request.put("old", before == null ? null : Map.of("parts", before));
		request.put("new", after == null ? null : Map.of("parts", after));
		if (!format.isEmpty()) {
			request.put("format", format);
		}
		byte[] json = Handle.text(request, schema);
		try (Memory m = Memory.take()) {
			long at = m.put(json);
			byte[] said = m.answer((out, room) -> Library.CALLS.rl_diff_rows(at, json.length, out, room, m.error()));
			return said.length == 0 ? Optional.empty() : Optional.of(Difference.of(Json.members(new String(said, StandardCharsets.UTF_8))));
		}
	}

	/** Only this format. */
	public Diff format(String id) {
		return with("format", id);
	}

	/** Only this record kind. */
	public Diff record(String name) {
		return with("record", name);
	}

	/** Tables or models that give stored codes their names and types. */
	public Diff schema(Schema schema) {
		return new Diff(sides, schema, options);
	}

	/** Compares each version and tombstone of stores. */
	public Diff stored() {
		return with("stored", true);
	}

	/** Ignores timestamps. */
	public Diff visible() {
		return with("visible", true);
	}

	/**
	 * What makes two rows the same one.
	 *
	 * @param by "key", "key without salt" (ignores check values in keys) or "entity"
	 */
	public Diff match(String by) {
		return with("match", by);
	}

	/** How many differences to report; all are counted. */
	public Diff limit(long differences) {
		return with("limit", differences);
	}

	/** Roughly how many bytes the rows may take; further rows are refused. */
	public Diff memory(long bytes) {
		return with("memory", bytes);
	}

	private Diff with(String name, Object value) {
		return new Diff(sides, schema, Source.with(options, name, value));
	}

	/** Compares all rows, and returns how many differ. */
	public Totals totals() {
		return forEach(found -> {});
	}

	/** Compares all rows, and returns the differences. */
	public List<Difference> list() {
		List<Difference> all = new ArrayList<>();
		forEach(all::add);
		return all;
	}

	/** Compares all rows, passes on the differences in the order of their keys, and returns how many rows differ. */
	public Totals forEach(Consumer<Difference> to) {
		Map<String, Object> documents = Map.of("old", sides.get(0).request(), "new", sides.get(1).request());
		try (Handle diff = new Handle(documents, options, schema, Library.CALLS::rl_diff_open, Library.CALLS::rl_diff_close)) {
			for (int side : new int[] {Abi.OLD, Abi.NEW}) {
				feed(diff, side);
			}
			while (true) {
				boolean more = diff.call((handle, m) -> Library.CALLS.rl_diff_step(handle, m.error())) == 1;
				byte[] lines = diff.answer((handle, m) -> (out, room) -> Library.CALLS.rl_diff_report(handle, out, room, m.error()));
				for (String line : new String(lines, StandardCharsets.UTF_8).lines().toList()) {
					Map<String, Object> said = Json.members(line);
					if (!more && said.get("totals") instanceof Map<?, ?> totals) {
						return of(totals);
					}
					to.accept(Difference.of(said));
				}
			}
		}
	}

	private void feed(Handle diff, int side) {
		Source rows = sides.get(side);
		if (!rows.isDump()) {
			return;
		}
		Source.Text dump = rows.text();
		boolean more = true;
		while (more) {
			more = dump.feed((text, size) -> diff.call((handle, m) -> Library.CALLS.rl_diff_feed(handle, side, text, size, m.error())));
		}
	}

	@SuppressWarnings("unchecked") // names are texts
	private static Totals of(Map<?, ?> said) {
		return new Totals((Long) said.get("added"), (Long) said.get("removed"), (Long) said.get("changed"), (Long) said.get("same"),
				(Long) said.get("unread"), (List<Map<String, Object>>) said.get("records"));
	}
}
