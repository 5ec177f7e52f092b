package io.github.rowlens;

import java.lang.foreign.Arena;
import java.lang.foreign.SymbolLookup;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodType;
import java.lang.reflect.Method;
import java.util.Arrays;

/** The library through the JDK's foreign functions. */
final class ForeignCalls extends Foreign {
	/** The opened library, for {@link Of}. */
	private static SymbolLookup library;

	/** Opens a file, if it has the same release as this package. */
	ForeignCalls(String file) {
		try {
			library = SymbolLookup.libraryLookup(file, Arena.global());
		} catch (IllegalArgumentException e) {
			UnsatisfiedLinkError told = new UnsatisfiedLinkError(e.getMessage());
			told.initCause(e);
			throw told;
		}
		int abi;
		try {
			abi = (int) function(library, "rl_abi_version", MethodType.methodType(int.class)).invokeExact();
		} catch (Throwable e) {
			throw thrown(e);
		}
		Library.expect(abi, file);
	}

	/** The functions, as constants for the JVM's compiler. */
	private static final class Of {
		static final MethodHandle VERSION = function("rl_version");
		static final MethodHandle STRERROR = function("rl_strerror");
		static final MethodHandle ANSWER = function("rl_answer");
		static final MethodHandle INSPECT = function("rl_inspect");
		static final MethodHandle DECODE = function("rl_decode");
		static final MethodHandle ENCODE = function("rl_encode");
		static final MethodHandle DECODE_BATCH = function("rl_decode_batch");
		static final MethodHandle DECODE_COLUMNS = function("rl_decode_columns");
		static final MethodHandle ENCODE_BATCH = function("rl_encode_batch");
		static final MethodHandle ENCODE_COLUMNS = function("rl_encode_columns");
		static final MethodHandle SCHEMA_OPEN = function("rl_schema_open");
		static final MethodHandle SCHEMA_CLOSE = function("rl_schema_close");
		static final MethodHandle KIND_OPEN = function("rl_kind_open");
		static final MethodHandle KIND_CLOSE = function("rl_kind_close");
		static final MethodHandle KIND_DECODE = function("rl_kind_decode");
		static final MethodHandle KIND_ENCODE = function("rl_kind_encode");
		static final MethodHandle KIND_DECODE_BATCH = function("rl_kind_decode_batch");
		static final MethodHandle KIND_ENCODE_BATCH = function("rl_kind_encode_batch");
		static final MethodHandle COMPARE = function("rl_compare");
		static final MethodHandle RANGE = function("rl_range");
		static final MethodHandle HLC_JOIN = function("rl_hlc_join");
		static final MethodHandle HLC_SPLIT = function("rl_hlc_split");
		static final MethodHandle STATS_OPEN = function("rl_stats_open");
		static final MethodHandle STATS_FEED = function("rl_stats_feed");
		static final MethodHandle STATS_STEP = function("rl_stats_step");
		static final MethodHandle STATS_REPORT = function("rl_stats_report");
		static final MethodHandle STATS_CLOSE = function("rl_stats_close");
		static final MethodHandle DIFF_ROWS = function("rl_diff_rows");
		static final MethodHandle DIFF_OPEN = function("rl_diff_open");
		static final MethodHandle DIFF_FEED = function("rl_diff_feed");
		static final MethodHandle DIFF_STEP = function("rl_diff_step");
		static final MethodHandle DIFF_REPORT = function("rl_diff_report");
		static final MethodHandle DIFF_CLOSE = function("rl_diff_close");
		static final MethodHandle STORE_OPEN = function("rl_store_open");
		static final MethodHandle STORE_TABLES = function("rl_store_tables");
		static final MethodHandle STORE_PARTS = function("rl_store_parts");
		static final MethodHandle STORE_SCAN = function("rl_store_scan");
		static final MethodHandle STORE_CLOSE = function("rl_store_close");
		static final MethodHandle HASH32 = function("rl_hash32");

		private Of() {}

		/** A function with the type of its method. */
		private static MethodHandle function(String name) {
			Method method = Arrays.stream(Calls.class.getDeclaredMethods()).filter(one -> one.getName().equals(name)).findAny().orElseThrow();
			Class<?> result = method.getReturnType() == String.class ? long.class : method.getReturnType();
			return Foreign.function(library, name, MethodType.methodType(result, method.getParameterTypes()));
		}
	}

	@Override
	public String rl_version() {
		try {
			return text((long) Of.VERSION.invokeExact());
		} catch (Throwable e) {
			throw thrown(e);
		}
	}

	@Override
	public String rl_strerror(long code) {
		try {
			return text((long) Of.STRERROR.invokeExact(code));
		} catch (Throwable e) {
			throw thrown(e);
		}
	}

	@Override
	public long rl_answer(long line, long lineLen, long out, long outCap, long err) {
		try {
			return (long) Of.ANSWER.invokeExact(line, lineLen, out, outCap, err);
		} catch (Throwable e) {
			throw thrown(e);
		}
	}

	@Override
	public long rl_inspect(long request, long requestLen, long out, long outCap, long err) {
		try {
			return (long) Of.INSPECT.invokeExact(request, requestLen, out, outCap, err);
		} catch (Throwable e) {
			throw thrown(e);
		}
	}

	@Override
	public long rl_decode(
			long schema, long format, long record, long parts, long partsCount, int flags, int form, long out, long outCap, long err) {
		try {
			return (long) Of.DECODE.invokeExact(schema, format, record, parts, partsCount, flags, form, out, outCap, err);
		} catch (Throwable e) {
			throw thrown(e);
		}
	}

	@Override
	public long rl_encode(
			long schema, long format, long record, long part, long fields, long fieldsLen, int flags, long out, long outCap, long err) {
		try {
			return (long) Of.ENCODE.invokeExact(schema, format, record, part, fields, fieldsLen, flags, out, outCap, err);
		} catch (Throwable e) {
			throw thrown(e);
		}
	}

	@Override
	public long rl_decode_batch(
			long schema, long format, long record, long columns, long columnsCount, long rows, int flags, int form, long outOffsets,
			long codes, long out, long outCap, long err) {
		try {
			return (long) Of.DECODE_BATCH.invokeExact(schema, format, record, columns, columnsCount, rows, flags, form, outOffsets, codes, out, outCap, err);
		} catch (Throwable e) {
			throw thrown(e);
		}
	}

	@Override
	public long rl_decode_columns(
			long schema, long format, long record, long columns, long columnsCount, long rows, int flags, long fields,
			long fieldsCount, long codes, long out, long outCap, long err) {
		try {
			return (long) Of.DECODE_COLUMNS.invokeExact(schema, format, record, columns, columnsCount, rows, flags, fields, fieldsCount, codes, out, outCap, err);
		} catch (Throwable e) {
			throw thrown(e);
		}
	}

	@Override
	public long rl_encode_batch(
			long schema, long format, long record, long part, long fieldsOffsets, long fields, long rows, int flags, long outOffsets,
			long codes, long out, long outCap, long err) {
		try {
			return (long) Of.ENCODE_BATCH.invokeExact(schema, format, record, part, fieldsOffsets, fields, rows, flags, outOffsets, codes, out, outCap, err);
		} catch (Throwable e) {
			throw thrown(e);
		}
	}

	@Override
	public long rl_encode_columns(
			long schema, long format, long record, long parts, long fields, long fieldsCount, long rows, int flags, long outOffsets,
			long codes, long out, long outCap, long err) {
		try {
			return (long) Of.ENCODE_COLUMNS.invokeExact(schema, format, record, parts, fields, fieldsCount, rows, flags, outOffsets, codes, out, outCap, err);
		} catch (Throwable e) {
			throw thrown(e);
		}
	}

	@Override
	public long rl_schema_open(long format, long schema, long schemaLen, long err) {
		try {
			return (long) Of.SCHEMA_OPEN.invokeExact(format, schema, schemaLen, err);
		} catch (Throwable e) {
			throw thrown(e);
		}
	}

	@Override
	public long rl_schema_close(long schema) {
		try {
			return (long) Of.SCHEMA_CLOSE.invokeExact(schema);
		} catch (Throwable e) {
			throw thrown(e);
		}
	}

	@Override
	public long rl_kind_open(long schema, long format, long record, int flags, long err) {
		try {
			return (long) Of.KIND_OPEN.invokeExact(schema, format, record, flags, err);
		} catch (Throwable e) {
			throw thrown(e);
		}
	}

	@Override
	public long rl_kind_close(long kind) {
		try {
			return (long) Of.KIND_CLOSE.invokeExact(kind);
		} catch (Throwable e) {
			throw thrown(e);
		}
	}

	@Override
	public long rl_kind_decode(long kind, long parts, long partsCount, int form, long out, long outCap, long err) {
		try {
			return (long) Of.KIND_DECODE.invokeExact(kind, parts, partsCount, form, out, outCap, err);
		} catch (Throwable e) {
			throw thrown(e);
		}
	}

	@Override
	public long rl_kind_encode(long kind, long part, long fields, long fieldsLen, long out, long outCap, long err) {
		try {
			return (long) Of.KIND_ENCODE.invokeExact(kind, part, fields, fieldsLen, out, outCap, err);
		} catch (Throwable e) {
			throw thrown(e);
		}
	}

	@Override
	public long rl_kind_decode_batch(
			long kind, long columns, long columnsCount, long rows, int form, long outOffsets, long codes, long out, long outCap,
			long err) {
		try {
			return (long) Of.KIND_DECODE_BATCH.invokeExact(kind, columns, columnsCount, rows, form, outOffsets, codes, out, outCap, err);
		} catch (Throwable e) {
			throw thrown(e);
		}
	}

	@Override
	public long rl_kind_encode_batch(
			long kind, long part, long fieldsOffsets, long fields, long rows, long outOffsets, long codes, long out, long outCap,
			long err) {
		try {
			return (long) Of.KIND_ENCODE_BATCH.invokeExact(kind, part, fieldsOffsets, fields, rows, outOffsets, codes, out, outCap, err);
		} catch (Throwable e) {
			throw thrown(e);
		}
	}

	@Override
	public long rl_compare(
			long schema, long format, long family, long familyLen, long left, long leftCount, long right, long rightCount, long err) {
		try {
			return (long) Of.COMPARE.invokeExact(schema, format, family, familyLen, left, leftCount, right, rightCount, err);
		} catch (Throwable e) {
			throw thrown(e);
		}
	}

	@Override
	public long rl_range(long schema, long format, long record, long fields, long fieldsLen, int which, long out, long outCap, long err) {
		try {
			return (long) Of.RANGE.invokeExact(schema, format, record, fields, fieldsLen, which, out, outCap, err);
		} catch (Throwable e) {
			throw thrown(e);
		}
	}

	@Override
	public long rl_hlc_join(long layout, long physical, long logical, long version, long err) {
		try {
			return (long) Of.HLC_JOIN.invokeExact(layout, physical, logical, version, err);
		} catch (Throwable e) {
			throw thrown(e);
		}
	}

	@Override
	public long rl_hlc_split(long layout, long version, long physical, long logical, long err) {
		try {
			return (long) Of.HLC_SPLIT.invokeExact(layout, version, physical, logical, err);
		} catch (Throwable e) {
			throw thrown(e);
		}
	}

	@Override
	public long rl_stats_open(long options, long optionsLen, long err) {
		try {
			return (long) Of.STATS_OPEN.invokeExact(options, optionsLen, err);
		} catch (Throwable e) {
			throw thrown(e);
		}
	}

	@Override
	public long rl_stats_feed(long stats, long text, long textLen, long err) {
		try {
			return (long) Of.STATS_FEED.invokeExact(stats, text, textLen, err);
		} catch (Throwable e) {
			throw thrown(e);
		}
	}

	@Override
	public long rl_stats_step(long stats, long err) {
		try {
			return (long) Of.STATS_STEP.invokeExact(stats, err);
		} catch (Throwable e) {
			throw thrown(e);
		}
	}

	@Override
	public long rl_stats_report(long stats, long out, long outCap, long err) {
		try {
			return (long) Of.STATS_REPORT.invokeExact(stats, out, outCap, err);
		} catch (Throwable e) {
			throw thrown(e);
		}
	}

	@Override
	public long rl_stats_close(long stats) {
		try {
			return (long) Of.STATS_CLOSE.invokeExact(stats);
		} catch (Throwable e) {
			throw thrown(e);
		}
	}

	@Override
	public long rl_diff_rows(long request, long requestLen, long out, long outCap, long err) {
		try {
			return (long) Of.DIFF_ROWS.invokeExact(request, requestLen, out, outCap, err);
		} catch (Throwable e) {
			throw thrown(e);
		}
	}

	@Override
	public long rl_diff_open(long options, long optionsLen, long err) {
		try {
			return (long) Of.DIFF_OPEN.invokeExact(options, optionsLen, err);
		} catch (Throwable e) {
			throw thrown(e);
		}
	}

	@Override
	public long rl_diff_feed(long diff, int side, long text, long textLen, long err) {
		try {
			return (long) Of.DIFF_FEED.invokeExact(diff, side, text, textLen, err);
		} catch (Throwable e) {
			throw thrown(e);
		}
	}

	@Override
	public long rl_diff_step(long diff, long err) {
		try {
			return (long) Of.DIFF_STEP.invokeExact(diff, err);
		} catch (Throwable e) {
			throw thrown(e);
		}
	}

	@Override
	public long rl_diff_report(long diff, long out, long outCap, long err) {
		try {
			return (long) Of.DIFF_REPORT.invokeExact(diff, out, outCap, err);
		} catch (Throwable e) {
			throw thrown(e);
		}
	}

	@Override
	public long rl_diff_close(long diff) {
		try {
			return (long) Of.DIFF_CLOSE.invokeExact(diff);
		} catch (Throwable e) {
			throw thrown(e);
		}
	}

	@Override
	public long rl_store_open(long options, long optionsLen, long files, long filesCount, long reader, long err) {
		try {
			return (long) Of.STORE_OPEN.invokeExact(options, optionsLen, files, filesCount, reader, err);
		} catch (Throwable e) {
			throw thrown(e);
		}
	}

	@Override
	public long rl_store_tables(long store, long out, long outCap, long err) {
		try {
			return (long) Of.STORE_TABLES.invokeExact(store, out, outCap, err);
		} catch (Throwable e) {
			throw thrown(e);
		}
	}

	@Override
	public long rl_store_parts(long store, long options, long optionsLen, long out, long outCap, long err) {
		try {
			return (long) Of.STORE_PARTS.invokeExact(store, options, optionsLen, out, outCap, err);
		} catch (Throwable e) {
			throw thrown(e);
		}
	}

	@Override
	public long rl_store_scan(long store, long options, long optionsLen, long stream, long err) {
		try {
			return (long) Of.STORE_SCAN.invokeExact(store, options, optionsLen, stream, err);
		} catch (Throwable e) {
			throw thrown(e);
		}
	}

	@Override
	public long rl_store_close(long store) {
		try {
			return (long) Of.STORE_CLOSE.invokeExact(store);
		} catch (Throwable e) {
			throw thrown(e);
		}
	}

	@Override
	public long rl_hash32(long format, long name, long nameLen) {
		try {
			return (long) Of.HASH32.invokeExact(format, name, nameLen);
		} catch (Throwable e) {
			throw thrown(e);
		}
	}
}
