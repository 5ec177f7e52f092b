package io.github.rowlens;

import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemoryLayout;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.SymbolLookup;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.nio.Buffer;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/** Foreign memory and functions of the JDK, Java 22 and later: everything {@link ForeignCalls} has besides the functions of the library. */
abstract class Foreign implements NativeCalls {
	private static final Linker LINKER = Linker.nativeLinker();
	private static final MethodHandle STATUS = LINKER.downcallHandle(FunctionDescriptor.of(JAVA_INT, JAVA_LONG, JAVA_LONG));
	private static final MethodHandle POINTER = LINKER.downcallHandle(FunctionDescriptor.of(JAVA_LONG, JAVA_LONG));
	private static final MethodHandle RUN = LINKER.downcallHandle(FunctionDescriptor.ofVoid(JAVA_LONG));
	/** C may call them for as long as the JVM lives. */
	private static final long READ = pointerTo("read", MethodType.methodType(long.class, long.class, long.class, long.class, long.class, long.class));
	private static final long RELEASE = pointerTo("release", MethodType.methodType(void.class, long.class));

	/** The function at a symbol of a library. */
	static MethodHandle function(SymbolLookup library, String name, MethodType type) {
		MemorySegment at = library.find(name).orElseThrow(() -> new UnsatisfiedLinkError("the library has no " + name));
		return LINKER.downcallHandle(at, descriptor(type));
	}

	/** The address of a function that runs one of {@link StoreFiles}. */
	private static long pointerTo(String name, MethodType type) {
		try {
			MethodHandle target = MethodHandles.lookup().findStatic(StoreFiles.class, name, type);
			return LINKER.upcallStub(target, descriptor(type), Arena.global()).address();
		} catch (ReflectiveOperationException e) {
			throw new AssertionError(e);
		}
	}

	private static FunctionDescriptor descriptor(MethodType type) {
		MemoryLayout[] arguments = type.parameterList().stream().map(Foreign::layout).toArray(MemoryLayout[]::new);
		return type.returnType() == void.class ? FunctionDescriptor.ofVoid(arguments) : FunctionDescriptor.of(layout(type.returnType()), arguments);
	}

	private static MemoryLayout layout(Class<?> of) {
		return of == int.class ? JAVA_INT : JAVA_LONG;
	}

	/** What a call threw; the library itself throws nothing. */
	static Error thrown(Throwable e) {
		return e instanceof Error error ? error : new AssertionError(e);
	}

	@Override
	public long addressOf(Buffer direct) {
		return MemorySegment.ofBuffer(direct.duplicate().clear()).address(); // whatever its position
	}

	@Override
	public ByteBuffer bytes(long address, long size) {
		return MemorySegment.ofAddress(address).reinterpret(size).asByteBuffer().order(ByteOrder.nativeOrder());
	}

	@Override
	public String text(long address) {
		return MemorySegment.ofAddress(address).reinterpret(Long.MAX_VALUE).getString(0);
	}

	@Override
	public long read() {
		return READ;
	}

	@Override
	public long release() {
		return RELEASE;
	}

	@Override
	public int status(long function, long first, long second) {
		try {
			return (int) STATUS.invokeExact(MemorySegment.ofAddress(function), first, second);
		} catch (Throwable e) {
			throw thrown(e);
		}
	}

	@Override
	public long pointer(long function, long argument) {
		try {
			return (long) POINTER.invokeExact(MemorySegment.ofAddress(function), argument);
		} catch (Throwable e) {
			throw thrown(e);
		}
	}

	@Override
	public void run(long function, long argument) {
		try {
			RUN.invokeExact(MemorySegment.ofAddress(function), argument);
		} catch (Throwable e) {
			throw thrown(e);
		}
	}
}
