package io.github.rowlens;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Supplier;

/**
 * The rows of a dump or of stores, for {@link Stats} and {@link Diff} to read, as often as they like.
 * An option that such rows do not have is refused by what reads them. A source is immutable; but an input stream can be read
 * once, and is refused after that.
 */
public final class Source {
	/** Bytes of a dump that the library gets at a time. */
	private static final int PIECE = 1 << 20;

	private final Supplier<InputStream> text; // null for stores
	private final Map<String, Object> request;

	private Source(Supplier<InputStream> text, Map<String, Object> request) {
		this.text = text;
		this.request = request;
	}

	/** The rows of a dump. */
	public static Source ofDump(byte[] text) {
		return new Source(() -> new ByteArrayInputStream(text), Map.of());
	}

	/**
	 * The rows of a dump, which is read to its end and not closed. It can be read once: reading it again, also as the other
	 * side of a {@link Diff}, throws an {@link IllegalStateException}.
	 */
	public static Source ofDump(InputStream text) {
		AtomicBoolean read = new AtomicBoolean();
		return new Source(() -> {
			if (read.getAndSet(true)) {
				throw new IllegalStateException("the stream of this dump was read before, and can be read once: Source.ofDump(byte[]) can be read again");
			}
			return text;
		}, Map.of());
	}

	/** The rows of the stores in a folder or file, as {@code rowlens dump} reads them. Nothing is written. */
	public static Source ofStore(Path path) {
		return new Source(null, Map.of("store", path.toString()));
	}

	/** For a dump: the name of its file, to use in reports about its rows. */
	public Source file(String name) {
		return with("file", name);
	}

	/** For a dump: the form of its text, which is otherwise detected. */
	public Source spelling(String form) {
		return with("spelling", form);
	}

	/** For a dump of RocksDB: the column family, as hex or TYPE/MODEL, if the dump does not name it. */
	public Source cf(String family) {
		return with("cf", family);
	}

	/** For stores: only the table of this name. */
	public Source table(String name) {
		return with("table", name);
	}

	/** For stores: every version and tombstone. {@link Diff} refuses it here: {@link Diff#stored()} is for both sides. */
	public Source stored() {
		return with("stored", true);
	}

	/** For stores: also what is found without an index or tree. */
	public Source salvage() {
		return with("salvage", true);
	}

	/** For stores: the first key. */
	public Source start(byte[] key) {
		return with("start", key.clone());
	}

	/** For stores: the first key after the range. */
	public Source stop(byte[] key) {
		return with("stop", key.clone());
	}

	/** For stores: how many rows at most. {@link Diff} refuses it, as it reads both sides to their ends. */
	public Source limit(long rows) {
		return with("limit", rows);
	}

	/** For stores: the state at a sequence number (RocksDB) or timestamp, which is read as unsigned. */
	public Source at(long state) {
		return with("at", Long.toUnsignedString(state));
	}

	/** For stores: how many versions of a cell (HBase, Accumulo). */
	public Source versions(int count) {
		return with("versions", count);
	}

	/** For stores: the reader's authorizations (Accumulo). */
	public Source labels(List<String> labels) {
		return with("labels", List.copyOf(labels));
	}

	private Source with(String name, Object value) {
		return new Source(text, with(request, name, value));
	}

	/** A request with one more member. */
	static Map<String, Object> with(Map<String, Object> request, String name, Object value) {
		Map<String, Object> all = new LinkedHashMap<>(request);
		all.put(name, value);
		return all;
	}

	Map<String, Object> request() {
		return request;
	}

	boolean isDump() {
		return text != null;
	}

	/** A call that takes a piece of text, empty at the end, and returns 1 once it takes no more. */
	interface Feed {
		long run(long text, long size);
	}

	/** Begins to read a dump. */
	Text text() {
		return new Text(text.get(), new Memory.Block(PIECE));
	}

	/** A dump being read, and memory for its pieces. */
	record Text(InputStream from, Memory.Block piece) {
		/** Reads a piece of the dump and hands it on; returns whether there may be more. */
		boolean feed(Feed to) {
			try {
				byte[] read = from.readNBytes(PIECE);
				piece.bytes().put(0, read);
				return to.run(piece.address(), read.length) == 0;
			} catch (IOException e) {
				throw new UncheckedIOException("the dump cannot be read", e);
			}
		}
	}
}
