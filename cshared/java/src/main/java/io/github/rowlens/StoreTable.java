package io.github.rowlens;

import java.util.HexFormat;
import java.util.Map;

/**
 * A table of a store: a column family, a named database, a table with its family, a locality group. What the
 * files do not say is null.
 *
 * @param kind "rocksdb", "lmdb", "hbase", "accumulo"
 * @param path the folder or file of its store
 * @param name the name by which {@link StoreScan#table} finds it
 * @param entries number of entries, including versions and tombstones
 * @param bytes size of its files in bytes
 * @param first the first key
 * @param last the last key
 * @param damage number of damaged places found when the store was opened
 * @param all everything that {@code rowlens tables --json} says about it
 */
public record StoreTable(
		String kind, String path, String name, Long entries, Long bytes, byte[] first, byte[] last, long damage, Map<String, Object> all) {
	static StoreTable of(Map<String, Object> all) {
		return new StoreTable((String) all.get("kind"), (String) all.get("path"), (String) all.get("table"), (Long) all.get("entries"),
				(Long) all.get("bytes"), key(all, "first"), key(all, "last"), (Long) all.get("damage"), all);
	}

	private static byte[] key(Map<String, Object> all, String name) {
		return all.get(name) instanceof String hex ? HexFormat.of().parseHex(hex) : null;
	}
}
