package io.github.rowlens;

import static org.junit.jupiter.api.Assertions.assertEquals;

import com.sun.jna.Native;
import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Java programs that tests start. */
final class Child {
	static final String JAR = System.getProperty("test.jar");
	private static final String MULTI_RELEASE = "jdk.util.jar.enableMultiRelease";
	/** Whether the JAR has classes for this Java version, and may use them. */
	static final boolean FOREIGN = Runtime.version().feature() >= 22 && System.getProperty(MULTI_RELEASE) == null;
	/** The JAR as users have it, with the one it needs, if any. */
	static final String CLASSPATH = Path.of(JAR).toAbsolutePath() + (FOREIGN ? "" : File.pathSeparator + whereIs(Native.class));

	private Child() {}

	/** The same plus the programs next to the tests. */
	static String withTests() {
		return CLASSPATH + File.pathSeparator + whereIs(Child.class);
	}

	static Path whereIs(Class<?> of) {
		return Path.of(of.getProtectionDomain().getCodeSource().getLocation().getPath());
	}

	/** A class path with a program that is compiled to a folder: not every Java has a compiler. */
	static String compiled(Path folder, String name, String text) throws IOException, InterruptedException {
		Path source = Files.writeString(folder.resolve(name + ".java"), text);
		Process process = new ProcessBuilder(System.getProperty("test.javac"), "-d", folder.toString(), "-cp", CLASSPATH, source.toString())
				.redirectErrorStream(true).start();
		String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
		assertEquals(0, process.waitFor(), said);
		return CLASSPATH + File.pathSeparator + folder;
	}

	/** This Java, with the library from the JAR, called as in this process. */
	static ProcessBuilder builder(String... arguments) {
		List<String> command = new ArrayList<>(List.of(Path.of(System.getProperty("java.home"), "bin", "java").toString()));
		if (Runtime.version().feature() >= 22) {
			command.add("--enable-native-access=ALL-UNNAMED");
		}
		if (System.getProperty(MULTI_RELEASE) != null) {
			command.add("-D" + MULTI_RELEASE + "=" + System.getProperty(MULTI_RELEASE));
		}
		command.addAll(List.of(arguments));
		ProcessBuilder builder = new ProcessBuilder(command);
		builder.environment().remove(Library.PATH_VARIABLE);
		return builder;
	}

	/** Runs Java in a folder, and returns what it printed. It must succeed. */
	static String java(Path folder, String... arguments) throws IOException, InterruptedException {
		Process process = builder(arguments).directory(folder.toFile()).redirectErrorStream(true).start();
		String printed = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
		assertEquals(0, process.waitFor(), printed);
		return printed;
	}
}
