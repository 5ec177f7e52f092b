package io.github.rowlens;

import java.nio.Buffer;

/**
 * The functions of the library, with pointers and sizes as long, so that a call passes only numbers. Java 22 and later
 * call it through the JDK's java.lang.foreign, other versions through JNA; where no native library fits, it is
 * WebAssembly. Nothing else knows which.
 */
interface Calls {
	/** The address of a direct buffer's first byte. */
	long addressOf(Buffer direct);

	/** Begins to read rows of a store. */
	RowStream rows(Store store, String options);

	/** A function of type rl_read, for as long as the JVM lives: {@link StoreFiles#read}. */
	long read();

	/** A function of type rl_release, for as long as the JVM lives: {@link StoreFiles#release}. */
	long release();

	String rl_version();

	String rl_strerror(long code);

	long rl_answer(long line, long lineLen, long out, long outCap, long err);

	long rl_inspect(long request, long requestLen, long out, long outCap, long err);

	long rl_decode(
			long schema, long format, long record, long parts, long partsCount, int flags, int form, long out, long outCap, long err);

	long rl_encode(
			long schema, long format, long record, long part, long fields, long fieldsLen, int flags, long out, long outCap, long err);

	long rl_decode_batch(
			long schema, long format, long record, long columns, long columnsCount, long rows, int flags, int form, long outOffsets,
			long codes, long out, long outCap, long err);

	long rl_decode_columns(
			long schema, long format, long record, long columns, long columnsCount, long rows, int flags, long fields,
			long fieldsCount, long codes, long out, long outCap, long err);

	long rl_encode_batch(
			long schema, long format, long record, long part, long fieldsOffsets, long fields, long rows, int flags, long outOffsets,
			long codes, long out, long outCap, long err);

	long rl_encode_columns(
			long schema, long format, long record, long parts, long fields, long fieldsCount, long rows, int flags, long outOffsets,
			long codes, long out, long outCap, long err);

	long rl_schema_open(long format, long schema, long schemaLen, long err);

	long rl_schema_close(long schema);

	long rl_kind_open(long schema, long format, long record, int flags, long err);

	long rl_kind_close(long kind);

	long rl_kind_decode(long kind, long parts, long partsCount, int form, long out, long outCap, long err);

	long rl_kind_encode(long kind, long part, long fields, long fieldsLen, long out, long outCap, long err);

	long rl_kind_decode_batch(
			long kind, long columns, long columnsCount, long rows, int form, long outOffsets, long codes, long out, long outCap,
			long err);

	long rl_kind_encode_batch(
			long kind, long part, long fieldsOffsets, long fields, long rows, long outOffsets, long codes, long out, long outCap,
			long err);

	long rl_compare(
			long schema, long format, long family, long familyLen, long left, long leftCount, long right, long rightCount, long err);

	long rl_range(long schema, long format, long record, long fields, long fieldsLen, int which, long out, long outCap, long err);

	long rl_hlc_join(long layout, long physical, long logical, long version, long err);

	long rl_hlc_split(long layout, long version, long physical, long logical, long err);

	long rl_stats_open(long options, long optionsLen, long err);

	long rl_stats_feed(long stats, long text, long textLen, long err);

	long rl_stats_step(long stats, long err);

	long rl_stats_report(long stats, long out, long outCap, long err);

	long rl_stats_close(long stats);

	long rl_diff_rows(long request, long requestLen, long out, long outCap, long err);

	long rl_diff_open(long options, long optionsLen, long err);

	long rl_diff_feed(long diff, int side, long text, long textLen, long err);

	long rl_diff_step(long diff, long err);

	long rl_diff_report(long diff, long out, long outCap, long err);

	long rl_diff_close(long diff);

	long rl_store_open(long options, long optionsLen, long files, long filesCount, long reader, long err);

	long rl_store_tables(long store, long out, long outCap, long err);

	long rl_store_parts(long store, long options, long optionsLen, long out, long outCap, long err);

	long rl_store_scan(long store, long options, long optionsLen, long stream, long err);

	long rl_store_close(long store);

	long rl_hash32(long format, long name, long nameLen);
}
