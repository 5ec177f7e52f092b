package io.github.rowlens;

import com.sun.jna.Callback;
import com.sun.jna.CallbackReference;
import com.sun.jna.Function;
import com.sun.jna.Native;
import com.sun.jna.NativeLibrary;
import com.sun.jna.Pointer;
import java.nio.Buffer;
import java.nio.ByteBuffer;
import java.util.Map;

/** The library through JNA, each function mapped directly. */
final class JnaCalls implements NativeCalls {
	/** rl_read. */
	interface Read extends Callback {
		long invoke(long context, long file, long offset, long out, long size);
	}

	/** rl_release. */
	interface Release extends Callback {
		void invoke(long context);
	}

	/** C may call them for as long as the class lives. */
	private static final Read READ = StoreFiles::read;
	private static final Release RELEASE = StoreFiles::release;

	/** Opens a file, if it has the same release as this package. */
	JnaCalls(String file) {
		NativeLibrary library = NativeLibrary.getInstance(file, Map.of(com.sun.jna.Library.OPTION_STRING_ENCODING, "UTF-8"));
		Library.expect(library.getFunction("rl_abi_version").invokeInt(new Object[0]), file);
		Native.register(JnaCalls.class, library);
	}

	@Override
	public long addressOf(Buffer direct) {
		return Pointer.nativeValue(Native.getDirectBufferPointer(direct));
	}

	@Override
	public ByteBuffer bytes(long address, long size) {
		return new Pointer(address).getByteBuffer(0, size);
	}

	@Override
	public String text(long address) {
		return new Pointer(address).getString(0, "UTF-8");
	}

	@Override
	public long read() {
		return Pointer.nativeValue(CallbackReference.getFunctionPointer(READ));
	}

	@Override
	public long release() {
		return Pointer.nativeValue(CallbackReference.getFunctionPointer(RELEASE));
	}

	@Override
	public int status(long function, long first, long second) {
		return Function.getFunction(new Pointer(function)).invokeInt(new Object[] {first, second});
	}

	@Override
	public long pointer(long function, long argument) {
		return Function.getFunction(new Pointer(function)).invokeLong(new Object[] {argument});
	}

	@Override
	public void run(long function, long argument) {
		Function.getFunction(new Pointer(function)).invokeVoid(new Object[] {argument});
	}

	@Override
	public native String rl_version();

	@Override
	public native String rl_strerror(long code);

	@Override
	public native long rl_answer(long line, long lineLen, long out, long outCap, long err);

	@Override
	public native long rl_inspect(long request, long requestLen, long out, long outCap, long err);

	@Override
	public native long rl_decode(
			long schema, long format, long record, long parts, long partsCount, int flags, int form, long out, long outCap, long err);

	@Override
	public native long rl_encode(
			long schema, long format, long record, long part, long fields, long fieldsLen, int flags, long out, long outCap, long err);

	@Override
	public native long rl_decode_batch(
			long schema, long format, long record, long columns, long columnsCount, long rows, int flags, int form, long outOffsets,
			long codes, long out, long outCap, long err);

	@Override
	public native long rl_decode_columns(
			long schema, long format, long record, long columns, long columnsCount, long rows, int flags, long fields,
			long fieldsCount, long codes, long out, long outCap, long err);

	@Override
	public native long rl_encode_batch(
			long schema, long format, long record, long part, long fieldsOffsets, long fields, long rows, int flags, long outOffsets,
			long codes, long out, long outCap, long err);

	@Override
	public native long rl_encode_columns(
			long schema, long format, long record, long parts, long fields, long fieldsCount, long rows, int flags, long outOffsets,
			long codes, long out, long outCap, long err);

	@Override
	public native long rl_schema_open(long format, long schema, long schemaLen, long err);

	@Override
	public native long rl_schema_close(long schema);

	@Override
	public native long rl_kind_open(long schema, long format, long record, int flags, long err);

	@Override
	public native long rl_kind_close(long kind);

	@Override
	public native long rl_kind_decode(long kind, long parts, long partsCount, int form, long out, long outCap, long err);

	@Override
	public native long rl_kind_encode(long kind, long part, long fields, long fieldsLen, long out, long outCap, long err);

	@Override
	public native long rl_kind_decode_batch(
			long kind, long columns, long columnsCount, long rows, int form, long outOffsets, long codes, long out, long outCap,
			long err);

	@Override
	public native long rl_kind_encode_batch(
			long kind, long part, long fieldsOffsets, long fields, long rows, long outOffsets, long codes, long out, long outCap,
			long err);

	@Override
	public native long rl_compare(
			long schema, long format, long family, long familyLen, long left, long leftCount, long right, long rightCount, long err);

	@Override
	public native long rl_range(
			long schema, long format, long record, long fields, long fieldsLen, int which, long out, long outCap, long err);

	@Override
	public native long rl_hlc_join(long layout, long physical, long logical, long version, long err);

	@Override
	public native long rl_hlc_split(long layout, long version, long physical, long logical, long err);

	@Override
	public native long rl_stats_open(long options, long optionsLen, long err);

	@Override
	public native long rl_stats_feed(long stats, long text, long textLen, long err);

	@Override
	public native long rl_stats_step(long stats, long err);

	@Override
	public native long rl_stats_report(long stats, long out, long outCap, long err);

	@Override
	public native long rl_stats_close(long stats);

	@Override
	public native long rl_diff_rows(long request, long requestLen, long out, long outCap, long err);

	@Override
	public native long rl_diff_open(long options, long optionsLen, long err);

	@Override
	public native long rl_diff_feed(long diff, int side, long text, long textLen, long err);

	@Override
	public native long rl_diff_step(long diff, long err);

	@Override
	public native long rl_diff_report(long diff, long out, long outCap, long err);

	@Override
	public native long rl_diff_close(long diff);

	@Override
	public native long rl_store_open(long options, long optionsLen, long files, long filesCount, long reader, long err);

	@Override
	public native long rl_store_tables(long store, long out, long outCap, long err);

	@Override
	public native long rl_store_parts(long store, long options, long optionsLen, long out, long outCap, long err);

	@Override
	public native long rl_store_scan(long store, long options, long optionsLen, long stream, long err);

	@Override
	public native long rl_store_close(long store);

	@Override
	public native long rl_hash32(long format, long name, long nameLen);
}
