package io.github.rowlens;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;

/** Finds and opens the C library: once per JVM, however many class loaders load this class. */
final class Library {
	static final boolean WINDOWS = system().startsWith("windows");
	static final String FILE = WINDOWS ? "rowlens.dll" : "librowlens.so.1";
	/** Stands for the WebAssembly in place of a file. */
	static final String HOSTED = "wasm";
	/** The class in the JAR rowlens-wasm: the WebAssembly as classes. */
	static final String HOSTED_CLASS = "io.github.rowlens.wasm.Decoder";
	/** The property for a file that the user chooses; it overrides the environment. */
	static final String PATH_PROPERTY = "rowlens.library.path";
	static final String PATH_VARIABLE = "ROWLENS_LIBRARY";
	/**
	 * The file that this JVM has opened. A process must not contain two Go runtimes, so a second
	 * class loader opens the same file, which loads nothing new.
	 */
	static final String OPENED_PROPERTY = "io.github.rowlens.opened";

	/** The library. The first use opens it. */
	static final Calls CALLS = open();

	private Library() {}

	private static Calls open() {
		synchronized (System.getProperties()) { // shared by all class loaders
			String opened = System.getProperty(OPENED_PROPERTY);
			String given = opened != null ? opened : given();
			if (HOSTED.equals(given)) {
				return hosted();
			}
			try {
				String file = opened != null ? opened : find(given).toString();
				Calls calls = load(file);
				System.setProperty(OPENED_PROPERTY, file);
				return calls;
			} catch (UnsatisfiedLinkError why) {
				if (given != null || !hostedIsThere()) {
					throw why;
				}
				if (hasResource()) { // it does not fit, as on systems with another C library
					System.getLogger(Library.class.getPackageName()).log(System.Logger.Level.WARNING, "the WebAssembly, which is slower, takes the place of the native"
							+ " library, which cannot be opened (-D" + PATH_PROPERTY + "=" + HOSTED + " takes it without a word): " + why.getMessage());
				}
				return hosted();
			}
		}
	}

	/** Whether the class is there. It may be in another module, where resources are not found. */
	private static boolean hostedIsThere() {
		try {
			Class.forName(HOSTED_CLASS, false, Library.class.getClassLoader());
			return true;
		} catch (ClassNotFoundException | LinkageError e) {
			return false;
		}
	}

	private static Calls hosted() {
		if (!hostedIsThere()) {
			throw new UnsatisfiedLinkError("-D" + PATH_PROPERTY + " or " + PATH_VARIABLE + " is " + HOSTED
					+ ", which needs the JAR io.github.rowlens:rowlens-wasm and what it depends on");
		}
		return new HostedCalls();
	}

	/** Refuses a library with another version of the interface. */
	static void expect(int abi, String file) {
		if (abi != Abi.ABI_VERSION) {
			throw new UnsatisfiedLinkError(file + " speaks version " + abi + " of the interface, this package version " + Abi.ABI_VERSION
					+ ": both must come from the same release, even if another class loader of this JVM opened it");
		}
	}

	private static Calls load(String file) {
		try {
			return Way.open(file);
		} catch (UnsatisfiedLinkError e) {
			String may = WINDOWS ? "if programs may not run from that folder" : "if programs may not run from that folder (noexec), or this system's glibc is older than 2.17";
			UnsatisfiedLinkError told = new UnsatisfiedLinkError(e.getMessage() + ": " + may + ", name a built " + FILE + " with -D" + PATH_PROPERTY + " or "
					+ PATH_VARIABLE);
			told.initCause(e);
			throw told;
		} catch (NoClassDefFoundError e) {
			if (e.getMessage() == null || !e.getMessage().startsWith("com/sun/jna/")) {
				throw e;
			}
			UnsatisfiedLinkError told = new UnsatisfiedLinkError("this Java calls the library by JNA, which is not on the class path: add the JAR"
					+ " net.java.dev.jna:jna (on the module path with --add-modules com.sun.jna), or take Java 22 or later, which needs none");
			told.initCause(e);
			throw told;
		}
	}

	/** What the user chose; null for nothing. */
	private static String given() {
		String given = System.getProperty(PATH_PROPERTY);
		if (given == null && System.getenv(PATH_VARIABLE) != null && !Rights.areRaised()) {
			given = System.getenv(PATH_VARIABLE);
		}
		return given == null || given.isEmpty() ? null : given;
	}

	private static Path find(String given) {
		if (given == null) {
			return extracted();
		}
		Path path = Path.of(given).toAbsolutePath();
		if (Files.isDirectory(path)) {
			path = path.resolve(FILE);
		}
		if (!Files.exists(path)) {
			throw new UnsatisfiedLinkError(path + " is not there: -D" + PATH_PROPERTY + " or " + PATH_VARIABLE + " must be a built " + FILE);
		}
		return path;
	}

	private static boolean hasResource() {
		return Library.class.getResource(resource()) != null;
	}

	/** The file from the JAR, extracted to a folder that only this user can read, until the JVM ends. */
	private static Path extracted() {
		try (InputStream in = Library.class.getResourceAsStream(resource())) {
			if (in == null) {
				throw new UnsatisfiedLinkError("this JAR has no " + resource() + ": add the JAR io.github.rowlens:rowlens-wasm, which runs on every"
						+ " system, or build " + FILE + " there (make cshared) and name it with -D" + PATH_PROPERTY);
			}
			return Extraction.extract(in);
		} catch (IOException e) {
			throw new UncheckedIOException("cannot extract " + FILE + ": name a file with -D" + PATH_PROPERTY, e);
		}
	}

	/** The path of this platform's file in the JAR. */
	static String resource() {
		String arch = System.getProperty("os.arch");
		return "/META-INF/native/" + (WINDOWS ? "windows" : system()) + "-" + (arch.equals("amd64") ? "x86_64" : arch) + "/" + FILE;
	}

	/** The system in lower case; the name of Windows includes its version. */
	private static String system() {
		return System.getProperty("os.name").toLowerCase(Locale.ROOT).replace(' ', '-');
	}
}
