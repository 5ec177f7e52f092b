package io.github.rowlens;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Every shared vector: the same answers as from the command line, and typed records that agree. */
class VectorsTest {
	/** The command to compare with: bin/rowlens in this repository, or the one the environment names. */
	private static final String COMMAND = System.getenv().getOrDefault("ROWLENS_COMMAND", Golden.ROOT.resolve("bin/rowlens").toString());

	/** Only every n-th request is made. */
	private static final int EVERY = Integer.getInteger("test.every", 1);

	@Test
	void everyAnswerIsThatOfTheCommand(@TempDir Path folder) throws IOException, InterruptedException {
		int count = 0;
		for (Path file : Golden.vectorFiles()) {
			List<String> all = Golden.vectors(file).stream().flatMap(v -> requestsOf(v).stream()).toList();
			List<String> requests = IntStream.range(0, all.size()).filter(i -> i % EVERY == 0).mapToObj(all::get).toList();
			List<String> expected = commandAnswers(folder, requests);
			assertEquals(requests.size(), expected.size());
			try (Testee testee = new Testee()) {
				for (int i = 0; i < requests.size(); i++) {
					assertEquals(Json.read(expected.get(i)), Json.read(testee.answer(requests.get(i))), requests.get(i));
				}
			}
			count += requests.size();
		}
		assertTrue(count > 27_000 / EVERY, count + " requests");
	}

	private static List<String> commandAnswers(Path folder, List<String> requests) throws IOException, InterruptedException {
		Path in = Files.write(folder.resolve("requests"), requests);
		Path out = folder.resolve("answers");
		Process batch = new ProcessBuilder(COMMAND, "batch").redirectInput(in.toFile()).redirectOutput(out.toFile()).start();
		assertEquals(0, batch.waitFor());
		return Files.readAllLines(out);
	}

	private static List<String> requestsOf(Map<String, Object> vector) {
		return ((List<?>) vector.get("ops")).stream().map(op -> {
			Map<String, Object> request = new LinkedHashMap<>();
			request.put("id", vector.get("id") + "/" + op);
			request.put("op", op);
			for (String name : List.of("format", "record", "given", op.equals("encode") ? "" : "bytes")) {
				if (vector.containsKey(name)) {
					request.put(name, vector.get(name));
				}
			}
			if (op.equals("encode")) {
				request.put("fields", vector.getOrDefault("input", vector.get("fields")));
			}
			return Json.write(request);
		}).toList();
	}

	@Test
	void typedRecordsSayWhatTheJsonSays() {
		int decoded = 0;
		int written = 0;
		for (Path file : Golden.vectorFiles()) {
			for (Map<String, Object> vector : Golden.vectors(file)) {
				if (!isPlain(vector) || !vector.containsKey("fields")) {
					continue;
				}
				Kind kind = kindOf(vector);
				Map<String, Object> fields = kind.decode(partsOf(vector)).fields();
				Object expected = Json.read(kind.decodeJson(partsOf(vector)));
				assertTrue(same(expected, fields), () -> vector + " is " + fields);
				decoded++;
				if (((List<?>) vector.get("ops")).contains("encode")) {
					Map<String, byte[]> parts = kind.encode(fields);
					assertTrue(same(vector.get("bytes"), parts), () -> vector + " is " + Json.write(parts));
					written++;
				}
			}
		}
		assertTrue(decoded > 3_500 && written > 3_500, decoded + " decoded, " + written + " written");
	}

	@Test
	void aBatchSaysWhatSingleCallsSay() {
		int refused = 0;
		int rows = 0;
		for (Path file : Golden.vectorFiles()) {
			Map<List<Object>, List<Map<String, Object>>> alike = Golden.vectors(file).stream().filter(VectorsTest::isPlain).collect(
					Collectors.groupingBy(v -> List.of(v.get("format"), v.get("record"), List.copyOf(((Map<?, ?>) v.get("bytes")).keySet()))));
			for (List<Map<String, Object>> vectors : alike.values()) {
				List<Map<String, byte[]>> parts = vectors.stream().map(VectorsTest::partsOf).toList();
				Kind kind = kindOf(vectors.get(0));
				Map<String, Cells> cells = new LinkedHashMap<>();
				parts.get(0).keySet().forEach(name -> cells.put(name, Cells.of(parts.stream().map(one -> one.get(name)).toList())));
				Batch batch = kind.decodeBatch(cells);
				for (int i = 0; i < parts.size(); i++) {
					int row = i;
					String expected = outcome(() -> kind.decode(parts.get(row)));
					assertEquals(expected, outcome(() -> batch.record(row)), vectors.get(i).toString());
					assertEquals(expected.startsWith("refused"), vectors.get(i).containsKey("error"), expected);
					refused += batch.code(i) == 0 ? 0 : 1;
				}
				rows += parts.size();
			}
		}
		assertTrue(rows > 4_000 && refused > 100, rows + " rows, " + refused + " refused");
	}

	private static Kind kindOf(Map<String, Object> vector) {
		return Kind.of((String) vector.get("format"), (String) vector.get("record"));
	}

	/** A record, or why there is none. */
	private static String outcome(Supplier<DecodedRecord> call) {
		try {
			return Json.write(call.get().fields());
		} catch (RowlensException e) {
			return "refused: " + e.code() + " " + e.number() + " " + e.part() + " " + e.offset() + " " + e.path() + " " + e.getMessage();
		}
	}

	/** Whether a vector decodes parts given as bytes, and needs nothing else. */
	private static boolean isPlain(Map<String, Object> vector) {
		return ((List<?>) vector.get("ops")).contains("decode") && !vector.containsKey("given")
				&& ((Map<?, ?>) vector.get("bytes")).values().stream().allMatch(String.class::isInstance);
	}

	private static Map<String, byte[]> partsOf(Map<String, Object> vector) {
		Map<String, byte[]> parts = new LinkedHashMap<>();
		((Map<?, ?>) vector.get("bytes")).forEach((name, hex) -> parts.put((String) name, Golden.bytes(hex)));
		return parts;
	}

	/** Whether a value equals one in JSON, where 64-bit integers and bytes are texts. */
	private static boolean same(Object expected, Object found) {
		if (expected instanceof Map<?, ?> members) {
			return found instanceof Map<?, ?> others && members.keySet().equals(others.keySet())
					&& members.keySet().stream().allMatch(name -> same(members.get(name), others.get(name)));
		}
		if (expected instanceof List<?> items) {
			return found instanceof List<?> others && items.size() == others.size()
					&& IntStream.range(0, items.size()).allMatch(i -> same(items.get(i), others.get(i)));
		}
		if (expected instanceof Number number && found instanceof Double other) {
			// A 32-bit float has the shortest text that rounds to it.
			return number.doubleValue() == other || number.floatValue() == other;
		}
		return String.valueOf(expected).equals(found instanceof byte[] bytes ? Golden.hex(bytes) : String.valueOf(found));
	}
}
