package io.github.rowlens;

import com.dylibso.chicory.runtime.CompiledModule;
import com.dylibso.chicory.runtime.HostFunction;
import com.dylibso.chicory.runtime.ImportValues;
import com.dylibso.chicory.runtime.Instance;
import com.dylibso.chicory.wasi.WasiOptions;
import com.dylibso.chicory.wasi.WasiPreview1;
import com.dylibso.chicory.wasm.types.FunctionType;
import com.dylibso.chicory.wasm.types.ValType;
import java.io.File;
import java.nio.Buffer;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.function.Consumer;

/**
 * The library as WebAssembly, which the JAR rowlens-wasm contains as Java classes, for systems without a native library. It has its
 * own memory: what the arguments of a call point to is copied there, and what the call wrote is copied back.
 */
final class HostedCalls extends HostedFunctions {
	private static final long HANDLE = 0xffff_ffffL;

	private final Addresses addresses = new Addresses();
	private final Turns turns = new Turns();
	private final Instance instance;

	/** Starts it, if it has the same release as this package. */
	HostedCalls() {
		if (ByteOrder.nativeOrder() != ByteOrder.LITTLE_ENDIAN) {
			throw new UnsatisfiedLinkError("the WebAssembly needs a little-endian processor");
		}
		instance = turns.take(HostedCalls::start);
		Library.expect((int) number("rl_abi_version"), "rowlens-wasm");
		if (hasOneRoot()) {
			byte[] folder = (Path.of("").toAbsolutePath() + "\0").getBytes(StandardCharsets.UTF_8);
			turns.take(() -> {
				instance.memory().write(memoryFor(8 + folder.length) + 8, folder);
				return number("rl_folder", 8);
			});
		}
	}

	private static Instance start() {
		CompiledModule module;
		try {
			module = (CompiledModule) Class.forName(Library.HOSTED_CLASS).getConstructor().newInstance();
		} catch (ReflectiveOperationException e) {
			throw (Error) new UnsatisfiedLinkError("the JAR rowlens-wasm cannot be used: " + e).initCause(e);
		}
		WasiOptions.Builder options = WasiOptions.builder().withStderr(System.err, false);
		if (hasOneRoot()) {
			options.withDirectory("/", Path.of("/"));
		}
		List<ValType> read = List.of(ValType.I32, ValType.I32, ValType.I64, ValType.I32, ValType.I32);
		ImportValues imports = ImportValues.builder()
				.addFunction(WasiPreview1.builder().withOptions(options.build()).build().toHostFunctions())
				.addFunction(new HostFunction("rowlens", "read", FunctionType.of(read, List.of(ValType.I64)), HostedCalls::read))
				.addFunction(new HostFunction("rowlens", "release", FunctionType.of(List.of(ValType.I32), List.of()), HostedCalls::release))
				.build();
		Instance made = Instance.builder(module.wasmModule()).withMachineFactory(module.machineFactory()).withImportValues(imports).withStart(false).build();
		made.export("_initialize").apply();
		return made;
	}

	/** Windows has a root for each drive, and paths that the module does not understand: there, files come through channels. */
	private static boolean hasOneRoot() {
		return File.separatorChar == '/';
	}

	private static long[] read(Instance instance, long... arguments) {
		byte[] bytes = new byte[(int) arguments[4]];
		long size = StoreFiles.read(arguments[0] & HANDLE, arguments[1] & HANDLE, arguments[2], ByteBuffer.wrap(bytes));
		if (size > 0 && size <= bytes.length) { // the module refuses more than it asked for
			instance.memory().write((int) arguments[3], bytes, 0, (int) size);
		}
		return new long[] {size};
	}

	private static long[] release(Instance instance, long... arguments) {
		StoreFiles.release(arguments[0] & HANDLE);
		return null;
	}

	@Override
	long run(String export, Consumer<HostedCall> arguments) {
		return turns.take(() -> {
			HostedCall call = new HostedCall(addresses);
			arguments.accept(call);
			int memory = memoryFor(call.size());
			instance.memory().write(memory, call.inputs(), 0, call.inputsSize());
			long result = number(export, call.arguments());
			call.collect(result, (at, size) -> instance.memory().readBytes(memory + at, size));
			return result;
		});
	}

	/** The next rows of a stream, as cshared/hosted lays them out; none after the last. */
	byte[] batch(long stream, Memory m) {
		return turns.take(() -> {
			long size = m.checked(run("rl_stream_next", call -> call.number(stream).error(m.error())));
			return size == 0 ? null : instance.memory().readBytes((int) number("rl_stream_batch"), (int) size);
		});
	}

	/** Makes room for the next call, and returns where it is. */
	private int memoryFor(int size) {
		int at = (int) number("rl_memory", size);
		if (at == 0) {
			throw new RowlensException(Abi.E_TOO_LARGE, "", -1, -1, "", "");
		}
		return at;
	}

	private long number(String export, long... arguments) {
		return turns.take(() -> turns.guarded(() -> instance.export(export).apply(arguments)[0]));
	}

	private String text(String export, long... arguments) {
		return turns.take(() -> {
			int distance = (int) number(export, arguments);
			return instance.memory().readCString(memoryFor(0) + distance, StandardCharsets.UTF_8);
		});
	}

	@Override
	public long addressOf(Buffer direct) {
		return addresses.of(direct);
	}

	@Override
	public RowStream rows(Store store, String options) {
		return new HostedStream(this, store, options);
	}

	/** No address: the module calls its imports directly. */
	@Override
	public long read() {
		return 0;
	}

	@Override
	public long release() {
		return 0;
	}

	@Override
	public String rl_version() {
		return text("rl_version");
	}

	@Override
	public String rl_strerror(long code) {
		return text("rl_strerror", code);
	}
}
