package io.github.rowlens;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.File;
import java.io.IOException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.jar.JarFile;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What the JAR does in a process: where the library comes from, class loaders, signals. */
class ProcessTest {
	@Test
	void theJarAloneRunsTheExampleOfTheReadme(@TempDir Path folder) throws IOException, InterruptedException {
		Matcher example = Pattern.compile("```java\n(.*?)```", Pattern.DOTALL).matcher(Golden.text("cshared/java/README.md"));
		assertTrue(example.find());
		List<String> expected = Pattern.compile("// prints (.*)").matcher(example.group(1)).results().map(m -> m.group(1)).toList();
		List<String> printed = Child.java(folder, "-cp", Child.compiled(folder, "Example", example.group(1)), "Example").lines().toList();
		assertEquals(expected, printed);
		assertTrue(expected.size() > 2);
	}

	@Test
	void theJarCarriesItsLicences() throws IOException {
		try (JarFile jar = new JarFile(Child.JAR)) {
			for (String name : List.of("LICENSE", "NOTICE", "THIRD_PARTY")) {
				byte[] packed = jar.getInputStream(jar.getEntry("META-INF/" + name)).readAllBytes();
				assertEquals(Golden.text(name), new String(packed, StandardCharsets.UTF_8));
			}
		}
	}

	@Test
	void threadsCollectionsAndSignalsOfJavaDoNoHarm(@TempDir Path folder) throws IOException, InterruptedException {
		String printed = Child.java(folder, "-Xcheck:jni", "-Xmx48m", "-Xss512k", "-Dtest.root=" + Golden.ROOT,
				"-cp", Child.withTests(), Stress.class.getName());
		assertTrue(printed.contains("good: " + Stress.expected(200)), printed);
		assertFalse(printed.contains("FATAL ERROR"), printed);
		try (Stream<Path> left = Files.list(folder)) {
			assertEquals(List.of(), left.toList(), "no hs_err file");
		}
	}

	@Test
	void whatAKilledJvmLeftIsRemovedByTheNext(@TempDir Path folder) throws IOException, InterruptedException {
		Path temporary = Files.createDirectory(folder.resolve("tmp"));
		String waits = Child.compiled(folder, "Waits", "class Waits { public static void main(String[] args) throws Exception {"
				+ " io.github.rowlens.Rowlens.hash32(\"actionbase\", \"a\"); System.out.println(\"ready\");"
				+ " if (args.length > 0) Thread.sleep(Long.MAX_VALUE); } }");
		Process process = Child.builder("-Djava.io.tmpdir=" + temporary, "-cp", waits, "Waits", "long").directory(folder.toFile()).start();
		assertEquals("ready", process.inputReader().readLine());
		process.destroyForcibly().waitFor();
		List<Path> left = extracted(temporary);
		assertEquals(1, left.size());
		String[] again = {"-Djava.io.tmpdir=" + temporary, "-cp", waits, "Waits"};
		Child.java(folder, again);
		assertEquals(left, extracted(temporary), "it is too young to be nobody's");
		Files.setLastModifiedTime(left.get(0).resolve("lock"), FileTime.fromMillis(0));
		Child.java(folder, again);
		assertEquals(List.of(), extracted(temporary));
	}

	private static List<Path> extracted(Path temporary) throws IOException {
		try (Stream<Path> all = Files.list(temporary)) {
			return all.filter(path -> path.getFileName().toString().startsWith("rowlens")).toList();
		}
	}

	@Test
	void twoClassLoadersShareOneCopy() throws ReflectiveOperationException, IOException {
		long expected = Rowlens.hash32("actionbase", "a");
		List<Class<?>> classes = new ArrayList<>();
		for (int i = 0; i < 2; i++) {
			try (URLClassLoader loader = new URLClassLoader(urls(), ClassLoader.getPlatformClassLoader())) {
				Class<?> own = loader.loadClass(Rowlens.class.getName());
				assertEquals(expected, own.getMethod("hash32", String.class, String.class).invoke(null, "actionbase", "a"));
				classes.add(own);
			}
		}
		assertNotSame(classes.get(0), classes.get(1));
		assertNotSame(Rowlens.class, classes.get(0));
		assertEquals(1, Mapped.libraries().size());
	}

	private static URL[] urls() throws IOException {
		List<URL> urls = new ArrayList<>();
		for (String path : Child.CLASSPATH.split(File.pathSeparator)) {
			urls.add(new File(path).toURI().toURL());
		}
		return urls.toArray(URL[]::new);
	}

	@Test
	void theUserChoosesTheFile(@TempDir Path folder) throws IOException, InterruptedException {
		Path chosen = folder.resolve(Library.FILE);
		try (var in = Library.class.getResourceAsStream(Library.resource())) {
			Files.copy(in, chosen);
		}
		for (String property : List.of(chosen.toString(), folder.toString())) {
			assertEquals(chosen.toString(), run(folder, property).strip());
		}
		assertTrue(run(folder, "").matches("(?s)/.*/librowlens-[0-9a-f]{64}\\.so\\.1\n"));
		AssertionError missing = assertThrows(AssertionError.class, () -> run(folder, folder + "/none"));
		assertTrue(missing.getMessage().contains("none is not there: -Drowlens.library.path"), missing.getMessage());
	}

	private static String run(Path folder, String library) throws IOException, InterruptedException {
		return Child.java(folder, "-D" + Library.PATH_PROPERTY + "=" + library, "-cp", Child.withTests(), Mapped.class.getName());
	}

	@Test
	void theTesteeAnswersEveryLineAndNothingElse(@TempDir Path folder) throws IOException, InterruptedException {
		Path in = Files.write(folder.resolve("lines"), List.of("[".repeat(100_000), "{\"id\":\"1\",\"op\":\"encode\",\"format\":\"none\"}", "", "null"));
		Process testee = Child.builder("-cp", Child.withTests(), Testee.class.getName()).redirectInput(in.toFile()).start();
		List<String> answers = testee.inputReader().lines().toList();
		assertEquals(0, testee.waitFor());
		assertEquals(3, answers.size());
		assertEquals(Map.of("id", "1", "unsupported", true), Json.read(answers.get(1)));
	}
}
