package io.github.rowlens;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
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
 * Measures calls on request: a line of its standard input names an operation, and the answer is ns of
 * processor time of its thread per row, without garbage collection. It stands in for the C
 * program of cshared/bench, which compares with Go; the script cshared/java/calls runs it.
 *
 * <p>Operations are batch (CBOR of all rows), records (the same, and every record read), columns (five
 * typed ones of an edge index), single (one call and record per row), encode (all parts of all rows), part
 * (one call and part per row) and empty (calls that do nothing).
 */
final class Chunks {
	private static final int NAME = 16;
	/** How many rows everything processes before it is measured, so that Java has compiled it. */
	private static final int WARM = 100_000;

	private static final List<Field> FIELDS = List.of(new Field("tableCode", Field.Type.INT64), new Field("direction", Field.Type.UTF8),
			new Field("directedSource.value", Field.Type.UTF8), new Field("directedTarget.value", Field.Type.UTF8),
			new Field("version", Field.Type.INT64));

	private final Kind kind;
	private final int count;
	private final Map<String, Cells> cells = new LinkedHashMap<>();
	private final List<Map<String, byte[]>> rows = new ArrayList<>();
	private final List<Map<String, Object>> fields = new ArrayList<>();

	private Chunks(Kind kind, Path file, int count) throws IOException {
		this.kind = kind;
		this.count = count;
		for (int row = 0; row < count; row++) {
			rows.add(new LinkedHashMap<>());
		}
		ByteBuffer in = ByteBuffer.wrap(Files.readAllBytes(file)).order(ByteOrder.nativeOrder());
		while (in.hasRemaining()) {
			read(in);
		}
		for (String part : rows.get(0).keySet()) {
			cells.put(part, Cells.of(rows.stream().map(row -> row.get(part)).toList()));
		}
		rows.forEach(row -> fields.add(kind.decode(row).fields()));
	}

	/** One part: its name, the offsets of the rows, their bytes. */
	private void read(ByteBuffer in) {
		byte[] name = new byte[NAME];
		in.get(name);
		String part = new String(name, StandardCharsets.US_ASCII).trim();
		int[] offsets = new int[count + 1];
		in.asIntBuffer().get(offsets);
		in.position(in.position() + 4 * offsets.length);
		for (int row = 0; row < count; row++) {
			byte[] cell = new byte[offsets[row + 1] - offsets[row]];
			in.get(cell);
			rows.get(row).put(part, cell);
		}
	}

	public static void main(String[] args) throws IOException {
		Chunks chunks = new Chunks(Kind.of(args[0], args[1]), Path.of(args[2]), Integer.parseInt(args[3]));
		List<String> all = new ArrayList<>(List.of("batch", "records", "single", "encode", "part", "empty"));
		if (args[1].equals("edge-index")) {
			all.add("columns");
		}
		for (int i = 0; i < WARM / chunks.count; i++) {
			all.forEach(chunks::run);
		}
		ThreadMXBean threads = ManagementFactory.getThreadMXBean();
		BufferedReader in = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.US_ASCII));
		for (String op = in.readLine(); op != null; op = in.readLine()) {
			long start = threads.getCurrentThreadCpuTime();
			chunks.run(op);
			System.out.println((threads.getCurrentThreadCpuTime() - start) / (double) chunks.count);
		}
	}

	private void run(String op) {
		switch (op) {
			case "batch" -> kind.decodeBatch(cells);
			case "records" -> {
				Batch batch = kind.decodeBatch(cells);
				for (int row = 0; row < count; row++) {
					batch.record(row);
				}
			}
			case "columns" -> kind.decodeColumns(cells, FIELDS);
			case "single" -> rows.forEach(kind::decode);
			case "encode" -> kind.encodeBatch(List.copyOf(cells.keySet()), fields);
			case "part" -> fields.forEach(one -> kind.encodePart("row", one));
			default -> rows.forEach(row -> Library.CALLS.rl_schema_close(0));
		}
	}
}
