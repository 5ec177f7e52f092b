package io.github.rowlens;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStreamWriter;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * A testee of the conformance protocol (docs/testee.md) over this package: request lines in,
 * answer lines out. The script cshared/java/testee runs it.
 *
 * <p>The op define opens a schema, one per format, to which later lines refer by its handle.
 */
final class Testee implements AutoCloseable {
	private final Map<String, Schema> schemas = new HashMap<>();

	public static void main(String[] args) throws IOException {
		BufferedReader in = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
		Writer out = new OutputStreamWriter(System.out, StandardCharsets.UTF_8);
		try (Testee testee = new Testee()) {
			for (String line = in.readLine(); line != null; line = in.readLine()) {
				if (!line.isBlank()) {
					out.write(testee.answer(line) + "\n");
					out.flush();
				}
			}
		}
	}

	String answer(String line) {
		Map<String, Object> request = membersOf(line);
		if (request == null) {
			return Rowlens.answer(line); // the library reports what is wrong with it
		}
		if ("define".equals(request.get("op"))) {
			return Json.write(define(request, line));
		}
		Schema schema = schemas.get(request.get("format"));
		return Rowlens.answer(schema != null && !request.containsKey("schema") ? adding(line, schema.handle()) : line);
	}

	private static Map<String, Object> membersOf(String line) {
		try {
			return Json.members(line);
		} catch (IllegalArgumentException | ClassCastException e) {
			return null;
		}
	}

	private Map<String, Object> define(Map<String, Object> request, String line) {
		Map<String, Object> answer = new LinkedHashMap<>();
		answer.put("id", request.get("id"));
		String format = String.valueOf(request.get("format"));
		Schema old = schemas.get(format);
		try {
			schemas.put(format, old == null ? new Schema(format, line) : new Schema(format, line, old));
			answer.put("ok", true);
		} catch (RowlensException e) {
			answer.put("error", e.getMessage());
			answer.put("code", e.code());
			return answer;
		}
		if (old != null) {
			old.close();
		}
		return answer;
	}

	private static String adding(String line, long schema) {
		return line.substring(0, line.lastIndexOf('}')) + ",\"schema\":" + schema + "}";
	}

	@Override
	public void close() {
		schemas.values().forEach(Schema::close);
	}
}
