package io.github.rowlens;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.File;
import java.io.IOException;
import java.lang.module.ModuleDescriptor;
import java.lang.module.ModuleDescriptor.Requires.Modifier;
import java.lang.module.ModuleFinder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The JAR as a module. */
class ModuleTest {
	private static final String PROGRAM = """
			package program;

			import io.github.rowlens.*;
			import java.nio.channels.*;
			import java.nio.file.*;
			import java.util.*;

			public class Main {
				public static void main(String[] args) throws Exception {
					Kind strings = Kind.of("lexicoders", "string");
					System.out.println(strings.decode(strings.encode(Map.of("value", "hi"))).fields());
					Path folder = Path.of(args[0]);
					Map<String, SeekableByteChannel> files = new LinkedHashMap<>();
					try (var names = Files.list(folder)) {
						for (Path name : names.toList()) {
							files.put(name.getFileName().toString(), Files.newByteChannel(name));
						}
					}
					try (Store store = Store.open(files); StoreRows rows = store.scan().limit(5).rows()) {
						List<Object> read = new ArrayList<>();
						rows.forEachRemaining(read::add);
						System.out.println(read.size() + " rows in " + Main.class.getModule().getName() + " of " + Kind.class.getModule().getName());
					}
				}
			}
			""";

	@Test
	void itSaysWhatItNeedsAndShows() {
		ModuleDescriptor module = ModuleFinder.of(Path.of(Child.JAR)).find("io.github.rowlens").orElseThrow().descriptor();
		assertFalse(module.isAutomatic());
		assertEquals(Set.of("io.github.rowlens"), module.packages());
		assertEquals(1, module.exports().size());
		for (ModuleDescriptor.Requires needs : module.requires()) {
			assertTrue(needs.name().equals("java.base") || needs.modifiers().contains(Modifier.STATIC), needs.toString());
		}
	}

	@Test
	void aModularProgramCompilesAndRuns(@TempDir Path folder) throws IOException, InterruptedException {
		Path sources = Files.createDirectories(folder.resolve("src/program"));
		Path program = Files.writeString(sources.resolve("Main.java"), PROGRAM);
		Path described = Files.writeString(sources.resolveSibling("module-info.java"), "module program { requires io.github.rowlens; }");
		run(folder, System.getProperty("test.javac"), "-Xlint:all", "-Werror", "-p", Child.CLASSPATH, "-d", "out", program.toString(), described.toString());
		List<String> java = new ArrayList<>(List.of(Path.of(System.getProperty("java.home"), "bin", "java").toString()));
		if (Child.FOREIGN) {
			java.addAll(List.of("--enable-native-access=io.github.rowlens", "--illegal-native-access=deny"));
		} else {
			java.addAll(List.of("--add-modules", "com.sun.jna"));
		}
		String files = Stores.unpacked(Files.createDirectory(folder.resolve("store")), "lmdb/implexus-good").toString();
		java.addAll(List.of("-p", Child.CLASSPATH + File.pathSeparator + "out", "-m", "program/program.Main", files));
		assertEquals("{value=hi}\n5 rows in program of io.github.rowlens\n", run(folder, java.toArray(String[]::new)));
	}

	private static String run(Path folder, String... command) throws IOException, InterruptedException {
		Process process = new ProcessBuilder(command).directory(folder.toFile()).redirectErrorStream(true).start();
		String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
		assertEquals(0, process.waitFor(), said);
		return said;
	}
}
