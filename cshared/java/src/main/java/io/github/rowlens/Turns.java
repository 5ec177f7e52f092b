package io.github.rowlens;

import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;

/**
 * Calls of all threads one after the other, in a thread of their own, whose stack is large enough for what is nested deepest however full
 * that of the caller is: what runs out of it leaves the WebAssembly in the middle. The thread ends when nobody has called for a while, so
 * that it keeps no class loader alive.
 */
final class Turns {
	private static final long STACK = 64 << 20; // what is not used takes no memory
	private static final int IDLE_SECONDS = 5;

	private final ThreadPoolExecutor thread = new ThreadPoolExecutor(1, 1, IDLE_SECONDS, TimeUnit.SECONDS, new LinkedBlockingQueue<>(), this::started);
	private volatile Thread runs;
	private boolean inside;
	private Throwable broken;

	Turns() {
		thread.allowCoreThreadTimeOut(true);
	}

	private Thread started(Runnable work) {
		Thread made = new Thread(null, work, "rowlens", STACK);
		made.setDaemon(true);
		made.setContextClassLoader(null); // it would be that of whoever called first
		runs = made;
		return made;
	}

	/** Waits for its turn, even if the caller is interrupted, and runs. Work may have parts that take it again. */
	<T> T take(Supplier<T> work) {
		if (Thread.currentThread() == runs) {
			if (inside) {
				throw new IllegalStateException("a channel must not call rowlens while it is read for it");
			}
			return work.get();
		}
		Future<T> result = thread.submit(work::get);
		boolean interrupted = false;
		try {
			while (true) {
				try {
					return result.get();
				} catch (InterruptedException e) {
					interrupted = true;
				}
			}
		} catch (ExecutionException e) {
			throw again(e.getCause());
		} finally {
			if (interrupted) {
				Thread.currentThread().interrupt();
			}
		}
	}

	/** What was thrown there is thrown here, with the stack of the caller. */
	private static RuntimeException again(Throwable thrown) {
		thrown.addSuppressed(new Exception("the caller"));
		if (thrown instanceof Error error) {
			throw error;
		}
		return (RuntimeException) thrown;
	}

	/** Runs code of the module. After a failure of the module itself it cannot be called again. */
	<T> T guarded(Supplier<T> module) {
		if (broken == null) {
			inside = true;
			try {
				return module.get();
			} catch (RuntimeException | Error e) {
				broken = e;
			} finally {
				inside = false;
			}
		}
		RowlensException why = new RowlensException(Abi.E_INTERNAL, "internal", "internal: the WebAssembly has failed: " + broken, -1, -1, "", "");
		why.initCause(broken);
		throw why;
	}
}
