package io.github.rowlens;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.ObjectOutputStream;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import org.junit.jupiter.api.Test;

/** Deeply nested values do not overflow any stack. */
class DeepTest {
	private static final Kind COUNTS = Kind.of("actionbase", "edge-count");

	/** Runs something with a stack of a given size. */
	private static <T> T within(long stack, Callable<T> work) throws InterruptedException, ExecutionException {
		FutureTask<T> task = new FutureTask<>(work);
		new Thread(null, task, "deep", stack).start();
		return task.get();
	}

	private static Map<String, Object> nested(int levels) {
		Map<String, Object> fields = new HashMap<>();
		for (int i = 0; i < levels; i++) {
			fields = new HashMap<>(Map.of("a", fields, "b", List.of()));
		}
		return fields;
	}

	/** A value that contains itself, twice on each level. */
	private static Map<String, Object> endless() {
		Map<String, Object> fields = new HashMap<>();
		fields.put("a", fields);
		fields.put("b", List.of(fields));
		return fields;
	}

	@Test
	void fieldsThatNestTooDeepAreRefusedByTheLibrary() {
		for (Map<String, Object> fields : List.of(nested(400), nested(100_000), endless())) {
			List<RowlensException> refused = List.of(
					assertThrows(RowlensException.class, () -> COUNTS.encode(fields)),
					assertThrows(RowlensException.class, () -> COUNTS.encodePart("value", fields)),
					assertThrows(RowlensException.class, () -> COUNTS.keyRange(fields)),
					assertThrows(RowlensException.class, () -> new Schema("actionbase", fields)),
					COUNTS.encodeBatch("value", List.of(Map.of(), fields)).error(1));
			refused.forEach(why -> assertTrue(why.getMessage().contains("at most 256 nested values"), why.getMessage()));
			Map<?, ?> error = (Map<?, ?>) Rowlens.inspect(fields).get("error");
			assertTrue(((String) error.get("message")).contains("at most 256 nested values"), error.toString());
		}
		assertTrue(assertThrows(RowlensException.class, () -> COUNTS.encodePart("value", nested(200))).getMessage().startsWith("a: "));
	}

	/** As deep as the library reads; in WebAssembly that is less. */
	private static byte[] stream(int levels) {
		Object value = "x";
		for (int i = 0; i < levels; i++) {
			value = new ArrayList<>(List.of(value));
		}
		ByteArrayOutputStream bytes = new ByteArrayOutputStream();
		bytes.write('x');
		try (ObjectOutputStream objects = new ObjectOutputStream(bytes)) {
			objects.writeObject(value);
		} catch (IOException e) {
			throw new UncheckedIOException(e);
		}
		return bytes.toByteArray();
	}

	private static int depth(Object value) {
		int depth = 0;
		while (value instanceof Map<?, ?> object) {
			value = object.get("value") instanceof List<?> items ? items.get(0) : object.get("value");
			depth++;
		}
		return depth;
	}

	@Test
	void whatIsStoredMayNestDeeper() throws InterruptedException, ExecutionException {
		int levels = Library.CALLS instanceof NativeCalls ? 990 : 190;
		Map<String, byte[]> parts = within(1 << 28, () -> Map.of("value", stream(levels)));
		Kind kind = Kind.of("accumulograph", "value-jdk");
		int found = within(1 << 19, () -> {
			Batch batch = kind.decodeBatch(Map.of("value", Cells.of(List.of(parts.get("value")))));
			assertEquals(depth(kind.decode(parts).fields()), depth(batch.record(0).fields()));
			assertTrue(Rowlens.inspect(Map.of("parts", parts)).get("candidates") instanceof List<?> some && !some.isEmpty());
			assertEquals("accumulograph", Rowlens.identify(parts).format());
			assertEquals(5, kind.explain(parts).size());
			return depth(Json.members(kind.decodeJson(parts)));
		});
		assertTrue(found > levels, found + " levels");
	}
}
