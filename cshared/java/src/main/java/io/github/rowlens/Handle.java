package io.github.rowlens;

import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.LongUnaryOperator;

/** A handle for which the library reads rows until it is closed. Used by one thread. */
final class Handle implements AutoCloseable {
	private final long handle;
	private final LongUnaryOperator close;

	/** A call that opens something from a request in JSON. */
	interface Open {
		long run(long request, long size, long error);
	}

	/** A call with the handle, and the memory for its error. */
	interface Call {
		long run(long handle, Memory m);
	}

	/** The same for a call that has an answer. */
	interface Answer {
		Memory.Sized of(long handle, Memory m);
	}

	Handle(Map<String, Object> rows, Map<String, Object> options, Schema schema, Open open, LongUnaryOperator close) {
		Map<String, Object> request = new LinkedHashMap<>(rows);
		request.putAll(options);
		byte[] json = text(request, schema);
		this.close = close;
		try (Memory m = Memory.take()) {
			handle = m.checked(open.run(m.put(json), json.length, m.error()));
		}
	}

	/** A request in the form the library takes. */
	static byte[] text(Map<String, Object> request, Schema schema) {
		if (schema != null) {
			request.put("schema", List.of(Schema.of(schema)));
		}
		return Json.write(request).getBytes(StandardCharsets.UTF_8);
	}

	long call(Call call) {
		try (Memory m = Memory.take()) {
			return m.checked(call.run(handle, m));
		}
	}

	byte[] answer(Answer call) {
		try (Memory m = Memory.take()) {
			return m.answer(call.of(handle, m));
		}
	}

	@Override
	public void close() {
		close.applyAsLong(handle);
	}
}
