package io.github.rowlens;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.dylibso.chicory.log.Logger;
import com.dylibso.chicory.runtime.Instance;
import com.dylibso.chicory.wasi.WasiPreview1;
import com.dylibso.chicory.wasm.WasmModule;
import java.io.File;
import java.io.IOException;
import java.lang.reflect.Proxy;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.SeekableByteChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The WebAssembly: when it is used, and what differs with it. This JVM was told to use it. */
class HostedTest {
	private static final String JARS = Stream.concat(Stream.of(Path.of(System.getProperty("test.wasm"))),
			Stream.of(Instance.class, WasiPreview1.class, WasmModule.class, Logger.class).map(Child::whereIs))
			.map(Path::toString).collect(Collectors.joining(File.pathSeparator));
	/** A processor for which the JAR has no library. */
	private static final String ELSEWHERE = "-Dos.arch=none";

	/** The output of a program that opens the library and lists which of its files are in memory. */
	private static String opened(Path folder, String classpath, String... flags) throws IOException, InterruptedException {
		List<String> arguments = new ArrayList<>(List.of(flags));
		arguments.addAll(List.of("-cp", classpath, Mapped.class.getName()));
		return Child.java(folder, arguments.toArray(String[]::new));
	}

	@Test
	void itIsTakenWhereNoNativeLibraryFits(@TempDir Path folder) throws IOException, InterruptedException {
		assertInstanceOf(HostedCalls.class, Library.CALLS);
		String classpath = Child.withTests() + File.pathSeparator + JARS;
		assertNotEquals("", opened(folder, classpath), "the native one comes first");
		assertEquals("", opened(folder, classpath, ELSEWHERE));
		assertEquals("", opened(folder, classpath, "-D" + Library.PATH_PROPERTY + "=" + Library.HOSTED));
	}

	@Test
	void itTakesThePlaceOfANativeLibraryThatCannotBeOpened(@TempDir Path folder) throws IOException, InterruptedException {
		Path broken = folder.resolve(Library.resource().substring(1));
		Files.createDirectories(broken.getParent());
		Files.writeString(broken, "of another C library");
		String classpath = folder + File.pathSeparator + Child.withTests();
		String said = opened(folder, classpath + File.pathSeparator + JARS);
		assertTrue(said.contains("the WebAssembly, which is slower, takes the place of the native library"), said);
		assertTrue(said.lines().noneMatch(line -> line.endsWith(".so.1")), said);
		assertTrue(assertThrows(AssertionError.class, () -> opened(folder, classpath)).getMessage().contains("UnsatisfiedLinkError"));
	}

	@Test
	void withoutItsJarItIsSaidWhatToAdd(@TempDir Path folder) {
		for (String flag : List.of(ELSEWHERE, "-D" + Library.PATH_PROPERTY + "=" + Library.HOSTED)) {
			AssertionError why = assertThrows(AssertionError.class, () -> opened(folder, Child.withTests(), flag));
			assertTrue(why.getMessage().contains("io.github.rowlens:rowlens-wasm"), why.getMessage());
		}
	}

	@Test
	void threadsTakeTurnsWhateverTheirStacks(@TempDir Path folder) throws IOException, InterruptedException {
		String classpath = Child.withTests() + File.pathSeparator + JARS;
		String printed = Child.java(folder, "-Xmx256m", "-Xss512k", "-Dtest.rounds=5", "-D" + Library.PATH_PROPERTY + "=" + Library.HOSTED,
				"-Dtest.root=" + Golden.ROOT, "-cp", classpath, Stress.class.getName());
		assertTrue(printed.contains("good: " + Stress.expected(5)), printed);
	}

	@Test
	void aCallOfAnInterruptedThreadIsMade() throws Exception {
		List<Callable<Boolean>> calls = Collections.nCopies(50, () -> {
			Thread.currentThread().interrupt();
			return Rowlens.hash32("actionbase", "a") == 1426945110L && Thread.interrupted();
		});
		ExecutorService threads = Executors.newFixedThreadPool(4);
		for (Future<Boolean> made : threads.invokeAll(calls)) {
			assertTrue(made.get());
		}
		threads.shutdown();
	}

	@Test
	void hostileBytesDoNotEndIt() {
		Random random = new Random(1);
		for (Map<String, Object> row : Golden.ROWS) {
			Map<String, byte[]> parts = Golden.partsOf(row);
			for (byte[] part : parts.values()) {
				for (int i = 0; i < part.length; i += 1 + random.nextInt(4)) {
					part[i] ^= (byte) (1 << random.nextInt(8));
				}
			}
			try {
				Golden.kind((String) row.get("record")).decode(parts);
			} catch (RowlensException e) {
				assertNotEquals("internal", e.code());
			}
		}
		assertTrue(Rowlens.answer("[".repeat(100_000)).contains("error"));
		assertEquals("too-large", assertThrows(RowlensException.class, () -> Library.CALLS.rl_hash32(0, Memory.addressOf(ByteBuffer.allocate(8)), 1L << 31)).code());
		assertEquals(1426945110L, Rowlens.hash32("actionbase", "a"));
	}

	@Test
	void aStructOfOthersIsRefused(@TempDir Path folder) throws IOException, InterruptedException {
		try (Store store = Store.open(Stores.unpacked(folder, "lmdb/implexus-good"))) {
			RowlensException why = assertThrows(RowlensException.class, () -> store.scan().into(0x7f00_0000_0000L));
			assertEquals("unsupported", why.code());
			assertFalse(Stores.all(store.scan().rows()).isEmpty());
		}
	}

	@Test
	void aChannelDoesNotCallBack() throws IOException {
		try (FileChannel file = FileChannel.open(Golden.ROOT.resolve("golden/store-files/samples/lmdb/implexus/data.mdb"))) {
			SeekableByteChannel calls = (SeekableByteChannel) Proxy.newProxyInstance(HostedTest.class.getClassLoader(),
					new Class<?>[] {SeekableByteChannel.class}, (proxy, method, arguments) -> {
						if (method.getName().equals("read")) {
							Rowlens.hash32("actionbase", "a");
						}
						Object result = method.invoke(file, arguments);
						return result == file ? proxy : result;
					});
			RowlensException why = assertThrows(RowlensException.class, () -> Store.open(Map.of("data.mdb", calls)));
			assertInstanceOf(IllegalStateException.class, why.getCause());
		}
		assertEquals(0, StoreFiles.open());
	}
}
