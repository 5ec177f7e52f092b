package io.github.rowlens;

import java.lang.ref.Reference;
import java.lang.ref.ReferenceQueue;
import java.lang.ref.WeakReference;
import java.nio.Buffer;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.IntBuffer;
import java.util.Map;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.atomic.AtomicLong;

/** Numbers that stand for the addresses of buffers, for a library that cannot read the memory of this process. */
final class Addresses {
	/** No process has memory there, so a real address is never mistaken for one of these. */
	private static final long FIRST = 1L << 62;
	private static final int ALIGNMENT = 64;

	private final ConcurrentSkipListMap<Long, Known> known = new ConcurrentSkipListMap<>();
	private final ReferenceQueue<Buffer> gone = new ReferenceQueue<>();
	private final AtomicLong next = new AtomicLong(FIRST);

	/** A buffer, for as long as somebody holds it. */
	private static final class Known extends WeakReference<Buffer> {
		final long address;

		Known(Buffer buffer, long address, ReferenceQueue<Buffer> gone) {
			super(buffer, gone);
			this.address = address;
		}
	}

	/** The number for the address of a buffer's first byte. */
	long of(Buffer buffer) {
		for (Reference<?> one = gone.poll(); one != null; one = gone.poll()) {
			known.remove(((Known) one).address);
		}
		long size = (long) buffer.capacity() * (buffer instanceof IntBuffer ? Integer.BYTES : 1);
		long address = next.getAndAdd((size + ALIGNMENT) & -ALIGNMENT); // leaves at least one byte between two of them
		known.put(address, new Known(buffer, address, gone));
		return address;
	}

	/** The memory from an address to the end of its buffer. Numbers in an IntBuffer are copied. */
	ByteBuffer from(long address) {
		Map.Entry<Long, Known> entry = known.floorEntry(address);
		Buffer buffer = entry == null ? null : entry.getValue().get();
		long at = entry == null ? 0 : address - entry.getKey();
		if (buffer instanceof IntBuffer numbers && at <= 4L * numbers.capacity()) {
			IntBuffer rest = numbers.duplicate().clear().position((int) (at / Integer.BYTES));
			ByteBuffer copy = ByteBuffer.allocate(Integer.BYTES * rest.remaining()).order(ByteOrder.nativeOrder());
			copy.asIntBuffer().put(rest);
			return copy;
		}
		if (!(buffer instanceof ByteBuffer bytes) || at > bytes.capacity()) {
			throw new RowlensException(Abi.E_UNSUPPORTED, "the WebAssembly reaches no memory but that of this package's buffers", -1, -1, "", "");
		}
		return bytes.duplicate().clear().position((int) at).order(ByteOrder.nativeOrder());
	}
}
