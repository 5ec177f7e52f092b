package io.github.rowlens;

import static org.junit.jupiter.api.Assertions.assertEquals;

import com.sun.jna.Native;
import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Java programs that tests start. */
final class Child {
	static final String JAR = System.getProperty("test.jar");
	/** The JAR as users have it: with the one that it needs. */
	static final String CLASSPATH = Path.of(JAR).toAbsolutePath() + File.pathSeparator + whereIs(Native.class);

	private Child() {}

	/** The same and the programs beside the tests. */
	static String withTests() {
		return CLASSPATH + File.pathSeparator + whereIs(Child.class);
	}

	private static Path whereIs(Class<?> of) {
		return Path.of(of.getProtectionDomain().getCodeSource().getLocation().getPath());
	}

	/** This Java, with the library of the JAR. */
	static ProcessBuilder builder(String... arguments) {
		List<String> command = new ArrayList<>(List.of(Path.of(System.getProperty("java.home"), "bin", "java").toString()));
		command.addAll(List.of(arguments));
		ProcessBuilder builder = new ProcessBuilder(command);
		builder.environment().remove(Library.PATH_VARIABLE);
		return builder;
	}

	/** Runs Java in a folder; what it printed. It must succeed. */
	static String java(Path folder, String... arguments) throws IOException, InterruptedException {
		Process process = builder(arguments).directory(folder.toFile()).redirectErrorStream(true).start();
		String printed = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
		assertEquals(0, process.waitFor(), printed);
		return printed;
	}
}
