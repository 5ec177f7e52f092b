package io.github.rowlens;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SeekableByteChannel;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;

/** Files of a store that the library reads through channels. */
final class StoreFiles {
	/** rl_file: the address of the name, and the size. */
	static final int FILE_SIZE = 16;
	/** rl_reader: the context, and the addresses of two functions. */
	static final int READER_SIZE = 24;

	private static final Map<Long, StoreFiles> OPEN = new ConcurrentHashMap<>();
	private static final AtomicLong NUMBERS = new AtomicLong();

	final long number = NUMBERS.incrementAndGet();
	private final List<SeekableByteChannel> channels = new ArrayList<>();
	private volatile Throwable failure;

	/** Puts the files of a call in its memory; returns the address of their list. */
	long put(Memory m, Map<String, ? extends SeekableByteChannel> files) {
		Memory.Block list = m.room(files.size() * FILE_SIZE);
		int at = 0;
		for (Map.Entry<String, ? extends SeekableByteChannel> file : files.entrySet()) {
			list.bytes().putLong(at, m.put(file.getKey()));
			try {
				list.bytes().putLong(at + 8, file.getValue().size());
			} catch (IOException e) {
				throw because(new RowlensException(Abi.E_REFUSED, file.getKey() + ": " + e.getMessage(), -1, -1, "", ""), e);
			}
			channels.add(file.getValue());
			at += FILE_SIZE;
		}
		return list.address();
	}

	/** Puts the reader in the memory of a call, and registers it. */
	long putReader(Memory m) {
		OPEN.put(number, this);
		Memory.Block reader = m.room(READER_SIZE);
		reader.bytes().putLong(0, number);
		reader.bytes().putLong(8, Library.CALLS.read());
		reader.bytes().putLong(16, Library.CALLS.release());
		return reader.address();
	}

	/** Unregisters them: the library does not release files that it failed to open. */
	void forget() {
		OPEN.remove(number);
	}

	/** The number of stores whose files may still be read. */
	static int open() {
		return OPEN.size();
	}

	/** An exception whose cause is what a channel threw. */
	RowlensException caused(RowlensException why) {
		Throwable cause = failure;
		return cause == null ? why : because(why, cause);
	}

	private static RowlensException because(RowlensException why, Throwable cause) {
		why.initCause(cause);
		return why;
	}

	/** rl_read of a native library. */
	static long read(long context, long file, long offset, long out, long size) {
		return read(context, file, offset, ((NativeCalls) Library.CALLS).bytes(out, Math.min(size, Abi.LENGTH_MAX)));
	}

	/** Reads a file from an offset on; returns how much, or -1. */
	static long read(long context, long file, long offset, ByteBuffer to) {
		StoreFiles files = OPEN.get(context);
		if (files == null) {
			return -1;
		}
		try {
			SeekableByteChannel channel = files.channels.get((int) file);
			synchronized (channel) { // it has a single position
				return Math.max(channel.position(offset).read(to), 0);
			}
		} catch (Throwable e) { // nothing may be thrown through C
			files.failure = e;
			return -1;
		}
	}

	/** rl_release. */
	static void release(long context) {
		OPEN.remove(context);
	}
}
