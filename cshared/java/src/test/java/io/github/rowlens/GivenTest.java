package io.github.rowlens;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.ThrowingSupplier;

/** Bytes, numbers and texts that a caller gives: each is what it is, in every call. */
class GivenTest {
	private static final Kind COUNTS = Golden.kind(Golden.COUNT);
	private static final byte[] BYTES = {0x12};

	private static Map<String, Object> count(String type, Object source, Object count) {
		Map<String, Object> fields = new LinkedHashMap<>(Map.of("tableCode", 5, "direction", "OUT"));
		fields.put("directedSource", Map.of("type", type, "value", source));
		fields.put("count", count);
		return fields;
	}

	/** The calls that take these fields: the part alone, the whole record, a batch, and the range of keys if the part is a key. */
	private static List<ThrowingSupplier<byte[]>> everyCall(Kind kind, String part, Map<String, ?> fields) {
		List<ThrowingSupplier<byte[]>> calls = new ArrayList<>(List.of(() -> kind.encodePart(part, fields), () -> kind.encode(fields).get(part),
				() -> kind.encodeAll(fields).get(part).get(0), () -> kind.encodeBatch(part, List.of(fields)).bytes(0),
				() -> kind.encodeBatch(List.of(part), List.of(fields)).get(part).bytes(0)));
		if (part.equals("row")) {
			Map<String, Object> key = new LinkedHashMap<>(fields);
			key.remove("count");
			calls.add(() -> kind.keyRange(key).start());
		}
		return calls;
	}

	private static List<RowlensException> refusals(Kind kind, String part, Map<String, ?> fields) {
		return everyCall(kind, part, fields).stream().map(call -> assertThrows(RowlensException.class, call::get, fields::toString)).toList();
	}

	private static void refused(Kind kind, String part, Map<String, ?> fields, String path, String found) {
		for (RowlensException e : refusals(kind, part, fields)) {
			assertEquals(List.of("refused", path), List.of(e.code(), e.path()), e.getMessage());
			assertTrue(e.getMessage().endsWith("found " + found), e.getMessage());
		}
	}

	private static void written(byte[] want, Kind kind, String part, Map<String, ?> fields) throws Throwable {
		for (ThrowingSupplier<byte[]> call : everyCall(kind, part, fields)) {
			assertArrayEquals(want, call.get(), fields::toString);
		}
	}

	private static Kind lexicoder(String of) {
		return Kind.of("lexicoders", of).unlimited();
	}

	@Test
	void bytesAreNeitherTextNorNumber() {
		for (String type : List.of("string", "json", "long", "double", "boolean")) {
			refused(COUNTS, "row", count(type, BYTES, 2), "directedSource.value", "bytes");
		}
		refused(COUNTS, "value", count("long", 3, BYTES), "count", "bytes");
		Map<String, Object> fields = count("long", 3, 2);
		fields.put("tableCode", BYTES);
		refused(COUNTS, "row", fields, "tableCode", "bytes");
		for (String record : List.of("string", "long", "double", "biginteger")) {
			refused(lexicoder(record), "value", Map.of("value", BYTES), "value", "bytes");
		}
	}

	@Test
	void bytesStayBytesBesideRecordsThatFewWritersHave() {
		for (Object odd : List.of("\ud800", BigInteger.TWO.pow(90), new BigDecimal("1.50"), Path.of("a", "b"))) {
			RowlensException e = COUNTS.encodeBatch("row", List.of(count("string", BYTES, 2), count("string", odd, 2))).error(0);
			assertEquals(List.of("refused", "directedSource.value"), List.of(e.code(), e.path()));
			assertTrue(e.getMessage().endsWith("found bytes"), e.getMessage());
		}
	}

	@Test
	void bytesAreGivenWhereBytesBelong() throws Throwable {
		written(new byte[] {0, -1}, lexicoder("bytes"), "value", Map.of("value", new byte[] {0, -1}));
		String models = "{\"models\":" + Golden.text("golden/maryk-rocksdb/latest.models.json") + "}";
		try (Schema schema = new Schema("maryk-rocksdb", models)) {
			Kind kind = Kind.of("maryk-rocksdb", "table-value").schema(schema);
			Map<String, Object> fields = Json.members("{\"model\":1,\"cfType\":\"table\",\"record\":\"0000000000017fffffff\",\"what\":\"value\","
					+ "\"version\":\"1882441387094310912\",\"reference\":\"9101\",\"property\":\"fixed\",\"indicator\":1,\"kind\":\"value\",\"value\":\"AAH_AA\"}");
			written(Golden.bytes("1a1fc677cc400000010001ff00"), kind, "value", fields);
			for (String name : List.of("record", "reference")) {
				fields.put(name, Golden.bytes(fields.get(name)));
			}
			fields.put("value", new byte[] {0, 1, -1, 0});
			written(Golden.bytes("1a1fc677cc400000010001ff00"), kind, "value", fields);
			assertArrayEquals(Golden.bytes("0000000000017fffffff9101"), kind.encodePart("key", fields));
		}
	}

	@Test
	void aWholeNumberMayBeAFloat() throws Throwable {
		for (String part : List.of("row", "value")) {
			byte[] want = COUNTS.encodePart(part, count("long", -3, 2));
			for (ThrowingSupplier<byte[]> call : everyCall(COUNTS, part, count("long", -3.0, 2.0)).subList(0, 5)) {
				assertArrayEquals(want, call.get());
			}
		}
		byte[] start = everyCall(COUNTS, "row", count("long", -3, 2)).get(5).get();
		assertArrayEquals(start, everyCall(COUNTS, "row", count("long", -3.0f, 2)).get(5).get());
	}

	@Test
	void numbersBeyondTheirWidthAndDecimals() throws Throwable {
		written(Golden.bytes("8000000c84" + "00".repeat(11)), lexicoder("biginteger"), "value", Map.of("value", BigInteger.TWO.pow(90)));
		byte[] big = lexicoder("double").encodePart("value", Map.of("value", 0x1p90));
		written(big, lexicoder("double"), "value", Map.of("value", BigInteger.TWO.pow(90)));
		byte[] half = lexicoder("double").encodePart("value", Map.of("value", 1.5));
		written(half, lexicoder("double"), "value", Map.of("value", new BigDecimal("1.50")));
		written(lexicoder("long").encodePart("value", Map.of("value", 7)), lexicoder("long"), "value", Map.of("value", new AtomicLong(7)));
		BigInteger huge = BigInteger.TWO.pow(8 * 8000);
		assertEquals(4 + 8001, lexicoder("biginteger").encode(Map.of("value", huge)).get("value").length);
		for (BigInteger edge : List.of(BigInteger.TWO.pow(8192).subtract(BigInteger.ONE), BigInteger.TWO.pow(8191).negate(), BigInteger.TWO.pow(63).negate(), huge)) {
			written(lexicoder("biginteger").encodePart("value", Map.of("value", edge.toString())), lexicoder("biginteger"), "value", Map.of("value", edge));
		}
		refused(lexicoder("long"), "value", Map.of("value", BigInteger.TWO.pow(63)), "value", "9223372036854775808");
		refused(lexicoder("ulong"), "value", Map.of("value", BigInteger.TWO.pow(64).negate()), "value", "-18446744073709551616");
		refused(COUNTS, "row", count("string", BigInteger.TWO.pow(64), 2), "directedSource.value", "a number");
	}

	@Test
	void aLoneSurrogateIsNoQuestionMark() throws Throwable {
		Kind elements = Kind.of("implexus", "element");
		for (String text : List.of("\ud800", "é\udc00", "a\ud83d", "\ude00\ud83d", "😀\ud800x")) {
			for (RowlensException e : refusals(elements, "value", Map.of("element", Map.of("type", "string", "value", text)))) {
				assertEquals("element: a string that is not UTF-8", e.getMessage(), text);
			}
			written(text.getBytes(StandardCharsets.UTF_8), lexicoder("string"), "value", Map.of("value", text)); // as Java's upstreams write it
		}
	}

	@Test
	void namesMayBeAnyObjectsAndListsAnyIterables() throws Throwable {
		StringBuilder name = new StringBuilder("value");
		Map<Object, Object> of = Map.of(name, 7);
		@SuppressWarnings("unchecked") // what callers without generics pass
		Map<String, ?> fields = (Map<String, ?>) (Map<?, ?>) of;
		written(lexicoder("long").encodePart("value", Map.of("value", 7)), lexicoder("long"), "value", fields);
		Kind states = Golden.kind(Golden.STATE);
		Map<String, byte[]> stored = Golden.partsOf(Golden.ofKind(Golden.STATE).get(0));
		Map<String, Object> state = states.decode(stored).fields();
		List<?> properties = (List<?>) state.get("properties");
		state.put("properties", (Iterable<Object>) () -> properties.stream().<Object>map(one -> one).iterator());
		written(stored.get("value"), states, "value", state);
	}
}
