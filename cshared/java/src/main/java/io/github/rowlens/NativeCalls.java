package io.github.rowlens;

import java.nio.ByteBuffer;

/** A library that shares the memory of this process: its functions take and return addresses there. */
interface NativeCalls extends Calls {
	/** The memory at an address. */
	ByteBuffer bytes(long address, long size);

	/** The text at an address, up to its zero byte. */
	String text(long address);

	/** Calls a function that takes two pointers and returns an int. */
	int status(long function, long first, long second);

	/** Calls a function that takes a pointer and returns one. */
	long pointer(long function, long argument);

	/** Calls a function that takes a pointer. */
	void run(long function, long argument);

	@Override
	default RowStream rows(Store store, String options) {
		return new ArrowStream(this, store, options);
	}
}
