package io.github.rowlens;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import java.util.zip.GZIPInputStream;

/** Rows of a real scan, the shared vectors, and the files of this build, for the tests. */
final class Golden {
	static final Path ROOT = Path.of(System.getProperty("test.root")).toAbsolutePath().normalize();
	static final String FORMAT = "actionbase";
	static final String STATE = "edge-state";
	static final String COUNT = "edge-count";
	static final List<String> PARTS = List.of("row", "family", "qualifier", "value");
	static final List<Map<String, Object>> ROWS = rows();

	private Golden() {}

	/** The golden rows of one record kind. */
	static List<Map<String, Object>> ofKind(String record) {
		return ROWS.stream().filter(row -> row.get("record").equals(record)).toList();
	}

	private static List<Map<String, Object>> rows() {
		return text("golden/actionbase/actionbase-hbase-shell.expected.jsonl").lines().map(Json::members).toList();
	}

	/** The tables of these rows. */
	static String tables() {
		return text("golden/actionbase/actionbase-hbase-shell.schema.json");
	}

	static String text(String path) {
		try {
			return Files.readString(ROOT.resolve(path));
		} catch (IOException e) {
			throw new UncheckedIOException(e);
		}
	}

	static Map<String, byte[]> partsOf(Map<String, Object> row) {
		Map<String, byte[]> parts = new LinkedHashMap<>();
		PARTS.forEach(name -> parts.put(name, bytes(row.get(name))));
		return parts;
	}

	static Kind kind(String record) {
		return Kind.of(FORMAT, record);
	}

	/** The cells of each part. */
	static Map<String, Cells> cellsOf(List<Map<String, byte[]>> rows) {
		Map<String, Cells> cells = new LinkedHashMap<>();
		PARTS.forEach(name -> cells.put(name, Cells.of(rows.stream().map(row -> row.get(name)).toList())));
		return cells;
	}

	static byte[] bytes(Object hex) {
		return HexFormat.of().parseHex((String) hex);
	}

	static String hex(byte[] bytes) {
		return HexFormat.of().formatHex(bytes);
	}

	/** The files of the shared vectors. */
	static List<Path> vectorFiles() {
		try (Stream<Path> files = Files.list(ROOT.resolve("golden/vectors"))) {
			return files.filter(file -> file.toString().endsWith(".jsonl.gz")).sorted().toList();
		} catch (IOException e) {
			throw new UncheckedIOException(e);
		}
	}

	static List<Map<String, Object>> vectors(Path file) {
		List<Map<String, Object>> vectors = new ArrayList<>();
		try (InputStream in = Files.newInputStream(file);
				BufferedReader lines = new BufferedReader(new InputStreamReader(new GZIPInputStream(in), StandardCharsets.UTF_8))) {
			for (String line = lines.readLine(); line != null; line = lines.readLine()) {
				if (!line.isBlank()) {
					vectors.add(Json.members(line));
				}
			}
		} catch (IOException e) {
			throw new UncheckedIOException(e);
		}
		return vectors;
	}
}
