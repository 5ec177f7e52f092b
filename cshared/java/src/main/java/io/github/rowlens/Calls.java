package io.github.rowlens;

import com.sun.jna.Native;
import com.sun.jna.Pointer;

/**
 * The functions of rowlens.h, mapped directly: pointers and sizes are long, so that a
 * call passes only numbers. The first use opens the library.
 */
final class Calls {
	static {
		Native.register(Calls.class, Library.open());
	}

	private Calls() {}

	/** Name and meaning of an error code, "truncated: the input ends inside a field". */
	static String meaning(int code) {
		return new Pointer(rl_strerror(code)).getString(0, "UTF-8");
	}

	static String version() {
		return new Pointer(rl_version()).getString(0, "UTF-8");
	}

	static native long rl_version();

	static native long rl_strerror(long code);

	static native long rl_answer(long line, long lineLen, long out, long outCap, long err);

	static native long rl_inspect(long request, long requestLen, long out, long outCap, long err);

	static native long rl_decode(
			long schema, long format, long record, long parts, long partsCount, int flags, int form, long out, long outCap, long err);

	static native long rl_encode(
			long schema, long format, long record, long part, long fields, long fieldsLen, int flags, long out, long outCap, long err);

	static native long rl_decode_batch(
			long schema, long format, long record, long columns, long columnsCount, long rows, int flags, int form,
			long outOffsets, long codes, long out, long outCap, long err);

	static native long rl_decode_columns(
			long schema, long format, long record, long columns, long columnsCount, long rows, int flags,
			long fields, long fieldsCount, long codes, long out, long outCap, long err);

	static native long rl_encode_batch(
			long schema, long format, long record, long part, long fieldsOffsets, long fields, long rows, int flags,
			long outOffsets, long codes, long out, long outCap, long err);

	static native long rl_encode_columns(
			long schema, long format, long record, long parts, long fields, long fieldsCount, long rows, int flags,
			long outOffsets, long codes, long out, long outCap, long err);

	static native long rl_schema_open(long format, long schema, long schemaLen, long err);

	static native long rl_schema_close(long schema);

	static native long rl_kind_open(long schema, long format, long record, int flags, long err);

	static native long rl_kind_close(long kind);

	static native long rl_kind_decode(long kind, long parts, long partsCount, int form, long out, long outCap, long err);

	static native long rl_kind_encode(long kind, long part, long fields, long fieldsLen, long out, long outCap, long err);

	static native long rl_kind_decode_batch(
			long kind, long columns, long columnsCount, long rows, int form, long outOffsets, long codes, long out, long outCap, long err);

	static native long rl_kind_encode_batch(
			long kind, long part, long fieldsOffsets, long fields, long rows, long outOffsets, long codes, long out, long outCap, long err);

	static native long rl_compare(
			long schema, long format, long family, long familyLen, long left, long leftCount, long right, long rightCount, long err);

	static native long rl_range(
			long schema, long format, long record, long fields, long fieldsLen, int which, long out, long outCap, long err);

	static native long rl_hlc_join(long layout, long physical, long logical, long version, long err);

	static native long rl_hlc_split(long layout, long version, long physical, long logical, long err);

	static native long rl_stats_open(long options, long optionsLen, long err);

	static native long rl_stats_feed(long stats, long text, long textLen, long err);

	static native long rl_stats_step(long stats, long err);

	static native long rl_stats_report(long stats, long out, long outCap, long err);

	static native long rl_stats_close(long stats);

	static native long rl_diff_rows(long request, long requestLen, long out, long outCap, long err);

	static native long rl_diff_open(long options, long optionsLen, long err);

	static native long rl_diff_feed(long diff, int side, long text, long textLen, long err);

	static native long rl_diff_step(long diff, long err);

	static native long rl_diff_report(long diff, long out, long outCap, long err);

	static native long rl_diff_close(long diff);

	static native long rl_store_open(long options, long optionsLen, long files, long filesCount, long reader, long err);

	static native long rl_store_tables(long store, long out, long outCap, long err);

	static native long rl_store_parts(long store, long options, long optionsLen, long out, long outCap, long err);

	static native long rl_store_scan(long store, long options, long optionsLen, long stream, long err);

	static native long rl_store_close(long store);

	static native long rl_hash32(long format, long name, long nameLen);
}
