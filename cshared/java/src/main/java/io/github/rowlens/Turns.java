package io.github.rowlens;

import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;

/**
 * 
 * Runs the calls of all threads one after the other, in a separate thread whose stack is large enough for the deepest nesting,
 * however full the caller's stack is: a stack overflow would leave the WebAssembly in mid-call. The thread ends when nobody has
 * called for a while, so that it keeps no class loader alive.
 * 
 */
final class Turns {
	private static final long STACK = 64 << 20; // unused stack takes no memory
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
		made.setContextClassLoader(null); // otherwise it would be that of the first caller
		runs = made;
		return made;
	}

	/** Waits for its turn, even if the caller is interrupted, and runs. The work may take the turn again. */
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

	/** Rethrows here what was thrown there, with the caller's stack. */
	private static RuntimeException again(Throwable thrown) {
		thrown.addSuppressed(new Exception("the caller"));
		if (thrown instanceof Error error) {
			throw error;
		}
		return (RuntimeException) thrown;
	}

	/** Runs code of the module. After a failure of the module itself, the module cannot be called again. */
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
