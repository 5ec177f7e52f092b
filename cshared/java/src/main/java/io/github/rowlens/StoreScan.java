package io.github.rowlens;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Which rows and columns of a store to read. It is immutable: each method returns a new one. */
public final class StoreScan {
	private final Store store;
	private final Map<String, Object> options;

	StoreScan(Store store, Map<String, Object> options) {
		this.store = store;
		this.options = options;
	}

	private StoreScan with(String name, Object value) {
		Map<String, Object> more = new LinkedHashMap<>(options);
		more.put(name, value);
		return new StoreScan(store, more);
	}

	/** Only a table, by its name. */
	public StoreScan table(String name) {
		return with("table", name);
	}

	/** Only these columns. If none of them depends on what a row means, rows are not decoded. */
	public StoreScan columns(String... names) {
		return with("columns", List.of(names));
	}

	/**
	 * Only rows that match a filter, as {@code rowlens decode --where} takes it. It does not hide damage. A member that no row has,
	 * and no model can have, is an error after the last row, unless a limit or a part leaves rows out.
	 */
	public StoreScan where(String expression) {
		return with("where", expression);
	}

	/** The rows are of this format. Each of its record kinds has a column of typed fields. */
	public StoreScan format(String id) {
		return with("format", id);
	}

	/** Only rows of a record kind, which has a column of typed fields. */
	public StoreScan record(String name) {
		return with("record", name);
	}

	/** Tables or models that give stored codes their names and types, in addition to those in the store. */
	public StoreScan schema(Schema schema) {
		return with("schema", Schema.of(schema));
	}

	/** Only keys from this one on. */
	public StoreScan start(byte[] key) {
		return with("start", key.clone());
	}

	/** Only keys before this one. */
	public StoreScan stop(byte[] key) {
		return with("stop", key.clone());
	}

	/** Every version and tombstone, not only what readers see. */
	public StoreScan stored() {
		return with("stored", true);
	}

	/** Also what is found without an index or tree. */
	public StoreScan salvage() {
		return with("salvage", true);
	}

	/** The state at a sequence number (RocksDB) or timestamp. */
	public StoreScan at(long state) {
		return with("at", Long.toUnsignedString(state));
	}

	/** This many versions of each cell (HBase, Accumulo). */
	public StoreScan versions(int number) {
		return with("versions", number);
	}

	/** What a reader with these authorizations sees (Accumulo). */
	public StoreScan labels(List<String> labels) {
		return with("labels", List.copyOf(labels));
	}

	/**
	 * Only a part that {@link #parts} made from a scan of the same rows.
	 *
	 * @throws IllegalArgumentException if the text of the part is not a JSON object
	 */
	public StoreScan part(Part part) {
		if (!(Json.read(part.text()) instanceof Map<?, ?> members)) {
			throw new IllegalArgumentException("expected a part as a JSON object, found other JSON");
		}
		return with("part", members);
	}

	/** One of several shares, numbered from 0, for workers that read the stores together. Each store is in one share. */
	public StoreScan share(int number, int of) {
		return with("part", List.of(number, of));
	}

	/** At most this many rows, one or more; per part, if it is cut into {@link #parts}. */
	public StoreScan limit(int rows) {
		if (rows < 1) {
			throw new IllegalArgumentException("expected at least one row, found " + rows);
		}
		return with("limit", rows);
	}

	/**
	 * Cuts what this reads into parts for workers, at keys of the stores' indexes. Each row and each damaged place is in exactly one
	 * part. The files must not change until all parts are read.
	 *
	 * @param size roughly how many stored bytes a part has. With 0, and where there is no index, a part is a whole store or table
	 */
	public List<Part> parts(long size) {
		return parts(size, null);
	}

	/**
	 * The same without rows that have other keys, where tables are sorted by the bytes of the key. Elsewhere those rows are read.
	 *
	 * @param keys keys of the part "key", or "row" in HBase and Accumulo; null bounds are open. {@link Kind#keyRange} makes them
	 */
	public List<Part> parts(long size, KeyRange keys) {
		Map<String, Object> request = new LinkedHashMap<>(options);
		request.put("size", size);
		if (keys != null) {
			Map<String, Object> wanted = new LinkedHashMap<>();
			wanted.put("part", keys.part());
			wanted.put("from", keys.start());
			wanted.put("before", keys.stop());
			request.put("keys", wanted);
		}
		return store.parts(Json.write(request));
	}

	/** Begins to read the rows. Close them, unless they are read to the end. */
	public StoreRows rows() {
		return new StoreRows(Library.CALLS.rows(store, Json.write(options)));
	}

	/**
	 * Begins to read the rows as a stream by the Arrow C stream interface, for any library that takes one: with
	 * Arrow Java, {@code scan.into(stream.memoryAddress())} and then {@code Data.importArrayStream(allocator, stream)}.
	 *
	 * @param address address of a struct ArrowArrayStream to fill; whoever has it must release it
	 */
	public void into(long address) {
		store.begin(Json.write(options), address);
	}
}
