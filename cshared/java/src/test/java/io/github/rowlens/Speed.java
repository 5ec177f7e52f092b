package io.github.rowlens;

import com.sun.management.OperatingSystemMXBean;
import java.lang.management.ManagementFactory;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

/**
 * The cost of calls, in seconds of this process's processor time, as JSON: golden/bench/packages runs it with the native library and
 * with the WebAssembly. All threads count, including those that compile. The first call is measured in elapsed time, since the JVM
 * counts its processor time in hundredths of a second; the others are repeated until they take long enough.
 */
final class Speed {
	private static final int MANY = 4096;
	private static final int RUNS = 8;
	private static final double ENOUGH = 0.5;
	private static final OperatingSystemMXBean SYSTEM = (OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();

	private final Map<String, Object> seconds = new LinkedHashMap<>();

	private Speed() {}

	public static void main(String[] args) {
		Speed speed = new Speed();
		long start = System.nanoTime();
		Rowlens.hash32(Golden.FORMAT, "a");
		speed.seconds.put("first call", (System.nanoTime() - start) / 1e9);
		List<Map<String, byte[]>> rows = Golden.ofKind("edge-index").stream()
				.map(row -> Map.of("row", Golden.bytes(row.get("row")), "value", Golden.bytes(row.get("value")))).toList();
		List<Map<String, byte[]>> many = IntStream.range(0, MANY).mapToObj(i -> rows.get(i % rows.size())).toList();
		Map<String, Cells> cells = Map.of("row", Cells.of(many.stream().map(row -> row.get("row")).toList()),
				"value", Cells.of(many.stream().map(row -> row.get("value")).toList()));
		List<Field> fields = List.of(new Field("directedSource.value", Field.Type.UTF8), new Field("version", Field.Type.INT64));
		Kind kind = Golden.kind("edge-index");
		Map<String, Object> record = kind.decode(rows.get(0)).fields();
		speed.best("decode, one row", () -> many.forEach(kind::decode));
		speed.best("decode_batch, 4096 rows", () -> kind.decodeBatch(cells).forEach(Row::get));
		speed.best("decode_columns, 4096 rows", () -> kind.decodeColumns(cells, fields));
		speed.best("encode_part", () -> Collections.nCopies(MANY, record).forEach(one -> kind.encodePart("row", one)));
		System.out.println(Json.write(speed.seconds));
	}

	private static double taken(int times, Runnable work) {
		long start = SYSTEM.getProcessCpuTime();
		for (int i = 0; i < times; i++)
			work.run();
		return (SYSTEM.getProcessCpuTime() - start) / 1e9;
	}

	/** The least of several runs, each over many rows. */
	private void best(String name, Runnable work) {
		int times = 1;
		while (taken(times, work) < ENOUGH)
			times *= 2;
		int enough = times;
		double best = IntStream.range(0, RUNS).mapToDouble(i -> taken(enough, work)).min().orElseThrow();
		seconds.put(name, best / enough / MANY);
	}
}
