package rowlens.bench;

import java.util.List;

/** The composite key. */
record Key(int hash, String first, long number, String second, double score) {
  static Key parse(List<String> columns) {
    return new Key(
        Integer.parseUnsignedInt(columns.get(0), 16),
        columns.get(1),
        Long.parseLong(columns.get(2)),
        columns.get(3),
        Double.longBitsToDouble(Long.parseUnsignedLong(columns.get(4), 16)));
  }
}
