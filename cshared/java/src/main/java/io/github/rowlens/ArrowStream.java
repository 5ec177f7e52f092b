package io.github.rowlens;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;

/** A stream of the Arrow C stream interface, filled by the library. */
final class ArrowStream implements RowStream {
	/** struct ArrowArrayStream. */
	private static final int GET_SCHEMA = 0;
	private static final int GET_NEXT = 8;
	private static final int GET_LAST_ERROR = 16;
	private static final int STREAM_RELEASE = 24;
	private static final int STREAM_SIZE = 40;
	/** struct ArrowSchema. */
	private static final int FORMAT = 0;
	private static final int NAME = 8;
	private static final int FIELDS = 32;
	private static final int SCHEMA_CHILDREN = 40;
	private static final int SCHEMA_RELEASE = 56;
	private static final int SCHEMA_SIZE = 72;
	/** struct ArrowArray. */
	private static final int LENGTH = 0;
	private static final int BUFFERS = 40;
	private static final int CHILDREN = 48;
	private static final int ARRAY_RELEASE = 64;
	private static final int ARRAY_SIZE = 80;

	private final NativeCalls calls;
	private final Store store;
	private final Memory.Block stream = new Memory.Block(STREAM_SIZE);

	/** Begins to read rows of a store. */
	ArrowStream(NativeCalls calls, Store store, String options) {
		this.calls = calls;
		this.store = store;
		store.begin(options, stream.address());
	}

	@Override
	public StoreRows.Field schema() {
		Memory.Block schema = new Memory.Block(SCHEMA_SIZE);
		call(GET_SCHEMA, schema);
		try {
			return field(schema.address());
		} finally {
			release(schema, SCHEMA_RELEASE);
		}
	}

	private StoreRows.Field field(long schema) {
		List<StoreRows.Field> fields = new ArrayList<>();
		for (int i = 0; i < word(schema + FIELDS); i++) {
			fields.add(field(word(word(schema + SCHEMA_CHILDREN) + 8L * i)));
		}
		return new StoreRows.Field(calls.text(word(schema + NAME)), calls.text(word(schema + FORMAT)), fields);
	}

	@Override
	public RowStream.Array next() {
		Memory.Block array = new Memory.Block(ARRAY_SIZE);
		call(GET_NEXT, array);
		return array.bytes().getLong(ARRAY_RELEASE) == 0 ? null : new Batch(array, array.address());
	}

	@Override
	public void close() {
		release(stream, STREAM_RELEASE);
	}

	private void call(int function, Memory.Block out) {
		if (calls.status(stream.bytes().getLong(function), stream.address(), out.address()) != 0) {
			long said = calls.pointer(stream.bytes().getLong(GET_LAST_ERROR), stream.address());
			String message = said == 0 ? "the stream failed" : calls.text(said);
			throw store.caused(new RowlensException(Abi.E_REFUSED, message, -1, -1, "", ""));
		}
	}

	private void release(Memory.Block struct, int release) {
		calls.run(struct.bytes().getLong(release), struct.address());
	}

	private long word(long address) {
		return calls.bytes(address, Long.BYTES).getLong(0);
	}

	/** An array in the library's memory, until the struct of its batch is released. */
	private final class Batch implements RowStream.Array {
		private final Memory.Block struct;
		private final long at;

		Batch(Memory.Block struct, long at) {
			this.struct = struct;
			this.at = at;
		}

		@Override
		public int rows() {
			return (int) word(at + LENGTH);
		}

		@Override
		public ByteBuffer buffer(int number, long size) {
			long buffer = word(word(at + BUFFERS) + 8L * number);
			return buffer == 0 ? null : calls.bytes(buffer, size);
		}

		@Override
		public RowStream.Array child(int number) {
			return new Batch(struct, word(word(at + CHILDREN) + 8L * number));
		}

		@Override
		public void close() {
			release(struct, ARRAY_RELEASE);
		}
	}
}
