package io.github.rowlens;

import java.lang.ref.Reference;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.IntBuffer;
import java.util.Arrays;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Parts of many rows, encoded in one call. */
record Encoding(Schema schema, String format, String record, int flags) {
	/** Records as CBOR. */
	static Member records(Collection<? extends Map<String, ?>> fields) {
		CborWriter writer = new CborWriter();
		IntBuffer ends = ByteBuffer.allocateDirect(Math.multiplyExact(4, fields.size() + 1)).order(ByteOrder.nativeOrder()).asIntBuffer();
		int row = 0;
		for (Map<String, ?> one : fields) {
			writer.write(one);
			ends.put(++row, writer.size());
		}
		ByteBuffer data = ByteBuffer.allocateDirect(writer.size()).put(0, writer.bytes(), 0, writer.size());
		return Member.cells("", Field.Type.CBOR, new Cells(ends, data));
	}

	/** The batch of each part, by name. */
	Map<String, EncodedBatch> run(List<String> parts, List<Member> members) {
		int rows = Member.rowsOf(members);
		for (String part : parts) {
			if (part.indexOf(',') >= 0) { // the library would split it into several, and write the offsets of each
				throw new RowlensException(Abi.E_PART, "there is no part " + part, -1, -1, "", part);
			}
		}
		try (Memory m = Memory.take()) {
			Memory.Block starts = m.ints((rows + 1L) * Math.max(parts.size(), 1));
			Memory.Block codes = m.ints(rows);
			byte[] data = call(m, parts, members, rows, starts, codes.address());
			int[] all = starts.ints(parts.size() * (rows + 1));
			int[] numbers = codes.ints(rows);
			Map<String, EncodedBatch> batches = new LinkedHashMap<>();
			for (int part = 0; part < parts.size(); part++) {
				int[] own = Arrays.copyOfRange(all, part * (rows + 1), (part + 1) * (rows + 1));
				batches.put(parts.get(part), new EncodedBatch(own, numbers, data, row -> why(parts, members, row, numbers[row])));
			}
			return batches;
		}
	}

	/** A failed row, encoded on its own: only a call that fails names the field. */
	private RowlensException why(List<String> parts, List<Member> members, int row, int code) {
		try (Memory m = Memory.take()) {
			call(m, parts, members.stream().map(one -> one.row(row)).toList(), 1, m.ints(2L * parts.size()), 0);
		} catch (RowlensException e) {
			return e.in(row);
		}
		return new RowlensException(code, "", row, -1, "", ""); // the buffers were changed
	}

	private byte[] call(Memory m, List<String> parts, List<Member> members, int rows, Memory.Block starts, long codes) {
		long handle = Schema.of(schema);
		try {
			long formatAt = m.put(format);
			long recordAt = m.put(record);
			long partsAt = m.put(String.join(",", parts));
			long membersAt = Member.put(m, members);
			return m.answer((out, room) -> Library.CALLS.rl_encode_columns(handle, formatAt, recordAt, partsAt, membersAt, members.size(), rows, flags,
					starts.address(), codes, out, room, m.error()), 128L * rows);
		} finally {
			Reference.reachabilityFence(members);
		}
	}
}
