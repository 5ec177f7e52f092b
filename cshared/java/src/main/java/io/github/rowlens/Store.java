package io.github.rowlens;

import java.lang.ref.Cleaner;
import java.lang.ref.Reference;
import java.nio.channels.SeekableByteChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;

/**
 * The stores in some files, opened for reading: RocksDB, LMDB, HBase, Accumulo. Nothing is written,
 * and no lock is taken. Any number of threads may use it.
 *
 * <p>Rows that you have begun to read go on after it is closed; the files are closed after the last of them. The collector
 * closes stores that nobody closed, but at no certain time.
 */
public final class Store implements AutoCloseable {
	private final AtomicLong handle;
	private final StoreFiles files;
	private final Cleaner.Cleanable closing;

	private Store(long handle, StoreFiles files) {
		this.handle = new AtomicLong(handle);
		this.files = files;
		closing = Schema.CLEANER.register(this, closing(this.handle));
	}

	/** The action that closes a store; it must not refer to the store itself. */
	private static Runnable closing(AtomicLong handle) {
		return () -> {
			long open = handle.getAndSet(0);
			if (open != 0) {
				Library.CALLS.rl_store_close(open);
			}
		};
	}

	/**
	 * Opens the stores in files and folders of the default file system.
	 *
	 * @throws RowlensException if no store there can be read
	 */
	public static Store open(Path... paths) {
		byte[] options = Json.write(Map.of("store", Arrays.stream(paths).map(Path::toString).toList())).getBytes(StandardCharsets.UTF_8);
		try (Memory m = Memory.take()) {
			return new Store(m.checked(Library.CALLS.rl_store_open(m.put(options), options.length, 0, 0, 0, m.error())), null);
		}
	}

	/**
	 * Opens the stores in files that channels read, by name, with slashes between folders. The channels must stay open
	 * until the store and all its rows are closed, and nothing else may move them. A channel may close the store, but not use it.
	 *
	 * @throws RowlensException if no store in them can be read; its cause is what a channel threw
	 */
	public static Store open(Map<String, ? extends SeekableByteChannel> channels) {
		StoreFiles files = new StoreFiles();
		try (Memory m = Memory.take()) {
			long list = files.put(m, channels);
			return new Store(m.checked(Library.CALLS.rl_store_open(0, 0, list, channels.size(), files.putReader(m), m.error())), files);
		} catch (RowlensException why) {
			files.forget();
			throw files.caused(why);
		}
	}

	/** The tables, as the command {@code rowlens tables} lists them. */
	public List<StoreTable> tables() {
		long open = handle();
		try (Memory m = Memory.take()) {
			byte[] lines = m.answer((out, capacity) -> Library.CALLS.rl_store_tables(open, out, capacity, m.error()));
			return new String(lines, StandardCharsets.UTF_8).lines().map(Json::members).map(StoreTable::of).toList();
		} finally {
			Reference.reachabilityFence(this);
		}
	}

	/** The rows of all tables, as readers of the store see them, unless the methods of the scan say otherwise. */
	public StoreScan scan() {
		return new StoreScan(this, Map.of());
	}

	/** Only the rows of a part that {@link #parts} made. */
	public StoreScan scan(Part part) {
		return scan().part(part);
	}

	/** Cuts what {@link #scan()} reads into parts of about this many stored bytes, for workers: {@link StoreScan#parts}. */
	public List<Part> parts(long size) {
		return scan().parts(size);
	}

	List<Part> parts(String options) {
		long open = handle();
		byte[] text = options.getBytes(StandardCharsets.UTF_8);
		try (Memory m = Memory.take()) {
			long at = m.put(text);
			byte[] lines = m.answer((out, capacity) -> Library.CALLS.rl_store_parts(open, at, text.length, out, capacity, m.error()));
			return new String(lines, StandardCharsets.UTF_8).lines().map(Part::new).toList();
		} catch (RowlensException why) {
			throw caused(why);
		} finally {
			Reference.reachabilityFence(this);
		}
	}

	/** Begins to read rows: fills an Arrow stream. */
	void begin(String options, long stream) {
		long open = handle();
		byte[] text = options.getBytes(StandardCharsets.UTF_8);
		try (Memory m = Memory.take()) {
			m.checked(Library.CALLS.rl_store_scan(open, m.put(text), text.length, stream, m.error()));
		} catch (RowlensException why) {
			throw caused(why);
		} finally {
			Reference.reachabilityFence(this);
		}
	}

	RowlensException caused(RowlensException why) {
		return files == null ? why : files.caused(why);
	}

	private long handle() {
		long open = handle.get();
		if (open == 0) {
			throw new IllegalStateException("the store is closed");
		}
		return open;
	}

	/** Closes the stores. Rows that you have begun to read go on. */
	@Override
	public void close() {
		closing.clean();
	}
}
