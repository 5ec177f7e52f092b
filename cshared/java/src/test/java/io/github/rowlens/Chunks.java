package io.github.rowlens;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Measures calls on request: a line of its standard input names an operation, the answer is ns per
 * row. It stands in for the C program of cshared/bench, which compares with Go; the script
 * cshared/java/calls runs it.
 *
 * <p>Operations are batch (CBOR of all rows), records (the same, and every record read), single (one
 * call and record per row) and empty (calls that do nothing).
 */
final class Chunks {
	private static final int ROWS = 256;
	private static final int NAME = 16;
	/** How often everything runs before it is measured: until Java has compiled it. */
	private static final int WARM = 1000;

	private final Kind kind;
	private final Map<String, Cells> cells = new LinkedHashMap<>();
	private final List<Map<String, byte[]>> rows = new ArrayList<>();

	private Chunks(Kind kind, Path file) throws IOException {
		this.kind = kind;
		for (int row = 0; row < ROWS; row++) {
			rows.add(new LinkedHashMap<>());
		}
		ByteBuffer in = ByteBuffer.wrap(Files.readAllBytes(file)).order(ByteOrder.nativeOrder());
		while (in.hasRemaining()) {
			read(in);
		}
		for (String part : rows.get(0).keySet()) {
			cells.put(part, Cells.of(rows.stream().map(row -> row.get(part)).toList()));
		}
	}

	/** One part: its name, the offsets of the rows, their bytes. */
	private void read(ByteBuffer in) {
		byte[] name = new byte[NAME];
		in.get(name);
		String part = new String(name, StandardCharsets.US_ASCII).trim();
		int[] offsets = new int[ROWS + 1];
		in.asIntBuffer().get(offsets);
		in.position(in.position() + 4 * offsets.length);
		for (int row = 0; row < ROWS; row++) {
			byte[] cell = new byte[offsets[row + 1] - offsets[row]];
			in.get(cell);
			rows.get(row).put(part, cell);
		}
	}

	public static void main(String[] args) throws IOException {
		Chunks chunks = new Chunks(Kind.of(args[0], args[1]), Path.of(args[2]));
		for (int i = 0; i < WARM; i++) {
			List.of("batch", "records", "single", "empty").forEach(chunks::run);
		}
		BufferedReader in = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.US_ASCII));
		for (String op = in.readLine(); op != null; op = in.readLine()) {
			long start = System.nanoTime();
			chunks.run(op);
			System.out.println((System.nanoTime() - start) / (double) ROWS);
		}
	}

	private void run(String op) {
		switch (op) {
			case "batch" -> kind.decodeBatch(cells);
			case "records" -> {
				Batch batch = kind.decodeBatch(cells);
				for (int row = 0; row < ROWS; row++) {
					batch.record(row);
				}
			}
			case "single" -> rows.forEach(kind::decode);
			default -> rows.forEach(row -> Library.CALLS.rl_schema_close(0));
		}
	}
}
