package io.github.rowlens;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;

/** A stream that the WebAssembly reads; each batch is copied out of its memory. */
final class HostedStream implements RowStream {
	private final HostedCalls calls;
	private final Store store;
	private final long handle;

	/** Begins to read rows of a store. */
	HostedStream(HostedCalls calls, Store store, String options) {
		this.calls = calls;
		this.store = store;
		Memory.Block stream = new Memory.Block(Long.BYTES);
		store.begin(options, stream.address());
		handle = stream.bytes().getLong(0);
	}

	@Override
	public StoreRows.Field schema() {
		return failing(() -> {
			try (Memory m = Memory.take()) {
				byte[] columns = m.answer((out, capacity) -> calls.run("rl_stream_schema", call -> call.number(handle).out(out, capacity).error(m.error())));
				return new StoreRows.Field("", "+s", fields(Json.read(new String(columns, StandardCharsets.UTF_8))));
			}
		});
	}

	private static List<StoreRows.Field> fields(Object list) {
		return ((List<?>) list).stream().map(Map.class::cast)
				.map(one -> new StoreRows.Field((String) one.get("name"), (String) one.get("format"), fields(one.get("children")))).toList();
	}

	@Override
	public RowStream.Array next() {
		return failing(() -> {
			try (Memory m = Memory.take()) {
				byte[] batch = calls.batch(handle, m);
				return batch == null ? null : Copied.read(ByteBuffer.wrap(batch).order(ByteOrder.LITTLE_ENDIAN));
			}
		});
	}

	/** Failures in a stream are reported as in Arrow's streams: without a code. */
	private <T> T failing(Supplier<T> work) {
		try {
			return work.get();
		} catch (RowlensException why) {
			throw store.caused(new RowlensException(Abi.E_REFUSED, why.getMessage(), -1, -1, "", ""));
		}
	}

	@Override
	public void close() {
		calls.run("rl_stream_close", call -> call.number(handle));
	}

	/** The values of a column, from the bytes that cshared/hosted writes. */
	private record Copied(int rows, ByteBuffer[] buffers, Copied[] children) implements RowStream.Array {
		static Copied read(ByteBuffer from) {
			int rows = number(from);
			number(from); // the count of nulls, which the bits show as well
			ByteBuffer[] buffers = new ByteBuffer[number(from)];
			Copied[] children = new Copied[number(from)];
			for (int i = 0; i < buffers.length; i++) {
				int size = number(from);
				if (size >= 0) {
					buffers[i] = from.slice(from.position(), size).order(ByteOrder.LITTLE_ENDIAN);
					from.position(from.position() + (size + 7 & -8));
				}
			}
			for (int i = 0; i < children.length; i++) {
				children[i] = read(from);
			}
			return new Copied(rows, buffers, children);
		}

		private static int number(ByteBuffer from) {
			return (int) from.getLong();
		}

		@Override
		public ByteBuffer buffer(int number, long size) {
			return buffers[number];
		}

		@Override
		public RowStream.Array child(int number) {
			return children[number];
		}

		@Override
		public void close() {
			// The collector frees it.
		}
	}
}
