package io.github.rowlens;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/** Which files of the library are in this process's memory; as a program, opens the library and prints them. */
final class Mapped {
	private Mapped() {}

	public static void main(String[] args) throws IOException {
		Rowlens.version();
		libraries().forEach(System.out::println);
	}

	static List<String> libraries() throws IOException {
		try (Stream<String> maps = Files.lines(Path.of("/proc/self/maps"))) {
			return maps.filter(line -> line.contains("librowlens")).map(line -> line.replaceAll("^.* /", "/")).distinct().toList();
		}
	}
}
