package io.github.rowlens;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.File;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.jar.JarFile;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Which way to the library each Java version takes. */
class WayTest {
	@Test
	void thisJavaTakesItsOwn() throws IOException {
		try (JarFile jar = new JarFile(Child.JAR)) {
			boolean built = jar.getEntry("META-INF/versions/22/io/github/rowlens/ForeignCalls.class") != null;
			assertTrue(built || Runtime.version().feature() < 22, "the JAR was built without the classes for this Java");
			assertEquals("true", jar.getManifest().getMainAttributes().getValue("Multi-Release"));
		}
		assertEquals(Child.FOREIGN ? "ForeignCalls" : "JnaCalls", Library.CALLS.getClass().getSimpleName());
	}

	/** Prints whether JNA is there, and calls the library. */
	private static final String PROGRAM = """
			class Calls {
				public static void main(String[] args) throws Exception {
					System.out.println(io.github.rowlens.Rowlens.version());
					System.out.println(Calls.class.getResource("/com/sun/jna/Native.class") != null);
				}
			}
			""";

	@Test
	void jnaIsNeededWhereThereIsNothingElse(@TempDir Path folder) throws IOException, InterruptedException {
		String printed = Child.java(folder, "-cp", Child.compiled(folder, "Calls", PROGRAM), "Calls");
		assertEquals(Rowlens.version() + "\n" + !Child.FOREIGN + "\n", printed);
	}

	@Test
	void whereJnaIsNeededAndMissingASentenceSaysSo(@TempDir Path folder) throws IOException, InterruptedException {
		Child.compiled(folder, "Calls", PROGRAM);
		String bare = Path.of(Child.JAR).toAbsolutePath() + File.pathSeparator + folder;
		Process process = Child.builder("-Djdk.util.jar.enableMultiRelease=false", "-cp", bare, "Calls").redirectErrorStream(true).start();
		String printed = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
		assertEquals(1, process.waitFor(), printed);
		String[] lines = printed.split("\n");
		assertTrue(Arrays.stream(lines).anyMatch(line -> line.contains("java.lang.UnsatisfiedLinkError: this Java calls the library by JNA, which is not on the class path")
				&& line.contains("net.java.dev.jna:jna")), printed);
	}

	@Test
	void aStreamIsForWhoeverTakesIt(@TempDir Path folder) throws IOException, InterruptedException {
		Memory.Block stream = new Memory.Block(40);
		try (Store store = Store.open(Stores.unpacked(folder, "lmdb/implexus-good"))) {
			store.scan().limit(5).into(stream.address());
		}
		NativeCalls calls = (NativeCalls) Library.CALLS;
		Memory.Block array = new Memory.Block(80);
		assertEquals(0, calls.status(stream.bytes().getLong(8), stream.address(), array.address()));
		assertEquals(5, array.bytes().getLong(0));
		calls.run(array.bytes().getLong(64), array.address());
		calls.run(stream.bytes().getLong(24), stream.address());
	}

	@Test
	void theEnvironmentIsNotTrustedWithRaisedRights() {
		assertFalse(Rights.areRaised(), "that of these tests");
		for (long secure : new long[] {0, 1}) {
			ByteBuffer pairs = ByteBuffer.allocate(48).putLong(6).putLong(4096).putLong(23).putLong(secure).putLong(0).putLong(0).flip();
			assertEquals(secure == 1, Rights.areRaised(pairs));
		}
		assertTrue(Rights.areRaised(ByteBuffer.allocate(15)), "of which nothing is said");
	}

	@Test
	void numbersOfAllWidthsArePassedAndReturned() {
		for (long at : new long[] {0, 1, 0xffff_ffffL, 0x7fff_ffff_ffffL}) {
			long version = Rowlens.hlcJoin("ms-16", at, 65535);
			assertEquals(new Hlc(at, 65535), Rowlens.hlcSplit("ms-16", version), HexFormat.of().toHexDigits(version));
		}
		assertFalse(Library.CALLS.rl_strerror(-1).isEmpty());
	}
}
