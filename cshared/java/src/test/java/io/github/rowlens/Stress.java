package io.github.rowlens;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.SeekableByteChannel;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;

/**
 * Eight threads that decode, and read stores through channels, while the garbage collector works and Java recovers from null
 * pointers and stack overflows, for which the JVM uses signals as Go does. ProcessTest runs it under -Xcheck:jni.
 */
final class Stress implements Runnable {
	private static final int THREADS = 8;
	/** Per thread; the WebAssembly is slower and is tested with fewer. */
	private static final int ROUNDS = Integer.getInteger("test.rounds", 200);
	private static final Kind STATES = Golden.kind(Golden.STATE);

	private final Map<String, byte[]> parts;
	private final Map<String, Cells> cells;
	private final String expected;
	private int good;
	private byte[] garbage;

	private Stress(Map<String, byte[]> parts) {
		this.parts = parts;
		this.cells = Golden.cellsOf(Collections.nCopies(50, parts));
		this.expected = decoded();
	}

	public static void main(String[] args) throws InterruptedException {
		List<Stress> all = new ArrayList<>();
		List<Thread> threads = new ArrayList<>();
		for (int i = 0; i < THREADS; i++) {
			Stress one = new Stress(Golden.partsOf(Golden.ofKind(Golden.STATE).get(i)));
			all.add(one);
			threads.add(new Thread(one));
		}
		for (Thread thread : threads) {
			thread.start();
		}
		for (Thread thread : threads) {
			thread.join();
		}
		System.out.println("good: " + all.stream().mapToInt(one -> one.good).sum());
	}

	static int expected(int rounds) {
		return THREADS * rounds;
	}

	@Override
	public void run() {
		for (int round = 0; round < ROUNDS; round++) {
			garbage = new byte[1 << 18];
			boolean recovered = recoversFromNull(round % 2 == 0 ? null : parts) == (round % 2 == 0);
			if (round % 20 == 0) {
				recovered &= recoversFromAFullStack() && readsAStore();
			}
			Batch batch = STATES.decodeBatch(cells);
			boolean same = expected.equals(decoded()) && expected.equals(Json.write(batch.record(round % 50).fields()));
			good += same && recovered && refuses() ? 1 : 0;
		}
	}

	private String decoded() {
		return Json.write(STATES.decode(parts).fields());
	}

	private boolean refuses() {
		try {
			STATES.decode(Map.of("row", new byte[3]));
			return false;
		} catch (RowlensException e) {
			return e.code().equals("truncated");
		}
	}

	/** Each row takes calls from C into Java, which create garbage there. */
	private boolean readsAStore() {
		Path file = Golden.ROOT.resolve("golden/store-files/samples/lmdb/implexus/data.mdb");
		try (SeekableByteChannel channel = FileChannel.open(file); Store store = Store.open(Map.of("data.mdb", channel))) {
			int rows = 0;
			for (StoreRows all = store.scan().rows(); all.hasNext(); rows++) {
				garbage = (byte[]) all.next().get("key");
			}
			return rows > 0;
		} catch (IOException e) {
			return false;
		}
	}

	private static boolean recoversFromNull(Map<String, byte[]> of) {
		try {
			return of.isEmpty();
		} catch (NullPointerException e) {
			return true;
		}
	}

	private boolean recoversFromAFullStack() {
		try {
			return deeper(0) < 0;
		} catch (StackOverflowError e) {
			return true;
		}
	}

	/** Also calls the library on its way down, until the stack is nearly full. */
	private int deeper(int depth) {
		if (depth % 256 == 0) {
			Rowlens.hash32(Golden.FORMAT, "deep");
		}
		return deeper(depth + 1) + 1;
	}
}
