package rowlens.regions;

import java.io.BufferedWriter;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Random;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hbase.ArrayBackedTag;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.CellComparatorImpl;
import org.apache.hadoop.hbase.CellUtil;
import org.apache.hadoop.hbase.KeyValue;
import org.apache.hadoop.hbase.PrivateCellUtil;
import org.apache.hadoop.hbase.Tag;
import org.apache.hadoop.hbase.io.compress.Compression;
import org.apache.hadoop.hbase.io.encoding.DataBlockEncoding;
import org.apache.hadoop.hbase.io.hfile.CacheConfig;
import org.apache.hadoop.hbase.io.hfile.HFile;
import org.apache.hadoop.hbase.io.hfile.HFileContextBuilder;
import org.apache.hadoop.hbase.io.hfile.HFileScanner;
import org.apache.hadoop.hbase.regionserver.BloomType;
import org.apache.hadoop.hbase.regionserver.StoreFileWriter;
import org.apache.hadoop.hbase.util.ChecksumType;

/**
 * Writes HFiles of random cells with random options, and beside each what HBase's own reader reads in it. Arguments: a folder, the
 * seed of the first file. Each number that is printed is a file N.hfile with its N.jsonl; a line of input asks for the next one.
 */
public final class HFiles {
  private static final HexFormat HEX = HexFormat.of();
  private static final KeyValue.Type[] TYPES = {
    KeyValue.Type.Put, KeyValue.Type.Put, KeyValue.Type.Put, KeyValue.Type.Delete, KeyValue.Type.DeleteColumn,
    KeyValue.Type.DeleteFamily, KeyValue.Type.DeleteFamilyVersion,
  };
  private static final DataBlockEncoding[] ENCODINGS = {
    DataBlockEncoding.NONE, DataBlockEncoding.PREFIX, DataBlockEncoding.DIFF, DataBlockEncoding.FAST_DIFF, DataBlockEncoding.ROW_INDEX_V1,
  };

  private static final BloomType[] FILTERS = {BloomType.NONE, BloomType.ROW, BloomType.ROWCOL};
  private static final Compression.Algorithm[] COMPRESSIONS = {
    Compression.Algorithm.GZ, Compression.Algorithm.SNAPPY, Compression.Algorithm.LZ4, Compression.Algorithm.LZO, Compression.Algorithm.ZSTD,
    Compression.Algorithm.BZIP2,
  };

  private HFiles() {}

  /** No compression in half of the cases. */
  static Compression.Algorithm compression(Random random) {
    return random.nextBoolean() ? Compression.Algorithm.NONE : COMPRESSIONS[random.nextInt(COMPRESSIONS.length)];
  }

  public static void main(String[] args) throws IOException {
    Codecs.load();
    Path folder = new Path(args[0]);
    for (long seed = Long.parseLong(args[1]); ; seed++) {
      write(folder, seed);
      System.out.println(seed);
      if (System.in.read() != '\n') {
        return;
      }
    }
  }

  private static void write(Path folder, long seed) throws IOException {
    Random random = new Random(seed);
    Configuration conf = new Configuration(false);
    conf.setInt("hfile.index.block.max.size", 64 << random.nextInt(10));
    conf.setInt("hfile.index.block.min.entries", 2 + random.nextInt(20));
    FileSystem fs = FileSystem.getLocal(conf).getRaw();
    boolean mvcc = random.nextInt(4) > 0;
    boolean tags = random.nextInt(3) == 0;
    HFileContextBuilder context =
        new HFileContextBuilder()
            .withIncludesMvcc(mvcc)
            .withIncludesTags(tags)
            .withCompressTags(tags && random.nextBoolean())
            .withCompression(compression(random))
            .withDataBlockEncoding(ENCODINGS[random.nextInt(ENCODINGS.length)])
            .withBlockSize(64 << random.nextInt(11))
            .withChecksumType(ChecksumType.values()[random.nextInt(3)])
            .withBytesPerCheckSum(64 << random.nextInt(9));
    Path path = new Path(folder, seed + ".hfile");
    CacheConfig cache = new CacheConfig(conf);
    List<Cell> cells = cells(random, random.nextInt(8) == 0 ? 1 << 18 : 1 << random.nextInt(15), mvcc, tags);
    BloomType filter = FILTERS[random.nextInt(FILTERS.length)];
    StoreFileWriter writer =
        new StoreFileWriter.Builder(conf, cache, fs)
            .withFilePath(path)
            .withFileContext(context.build())
            .withBloomType(filter)
            .withMaxKeyCount(Math.max(cells.size(), 1))
            .build();
    writer.appendAll(cells);
    writer.appendMetadata(random.nextInt(1000), random.nextBoolean());
    writer.close();
    try (HFile.Reader reader = HFile.createReader(fs, path, cache, true, conf);
        BufferedWriter out = Files.newBufferedWriter(java.nio.file.Path.of(folder.toString(), seed + ".jsonl"))) {
      HFileScanner scanner = reader.getScanner(conf, false, false, false);
      for (boolean more = scanner.seekTo(); more; more = scanner.next()) {
        out.write(line(scanner.getCell()));
        out.write('\n');
      }
    }
  }

  /** Cells in order: rows and qualifiers with prefixes in common and without, all kinds of lengths, times and numbers. */
  private static List<Cell> cells(Random random, int most, boolean mvcc, boolean tags) {
    List<Cell> cells = new ArrayList<>();
    byte[] family = bytes(random, random.nextInt(9));
    byte[] stem = bytes(random, random.nextInt(40));
    byte[][] values = {new byte[0], bytes(random, 8), bytes(random, 40), bytes(random, 300)};
    List<byte[]> pool = new ArrayList<>();
    for (int i = 0; i < 300; i++) {
      pool.add(bytes(random, 1 + random.nextInt(20)));
    }
    int count = random.nextInt(most);
    for (int bytes = 0; cells.size() < count && bytes < 16 << 20; ) {
      byte[] row = random.nextInt(4) == 0 ? bytes(random, 1 + random.nextInt(30)) : join(stem, bytes(random, 1 + random.nextInt(3)));
      for (int n = random.nextInt(6); n >= 0; n--) {
        KeyValue.Type type = TYPES[random.nextInt(TYPES.length)];
        boolean whole = type == KeyValue.Type.DeleteFamily || type == KeyValue.Type.DeleteFamilyVersion;
        byte[] qualifier = whole ? new byte[0] : bytes(random, random.nextInt(4) * random.nextInt(40));
        byte[] value = type != KeyValue.Type.Put ? values[0] : random.nextBoolean() ? values[random.nextInt(4)] : bytes(random, random.nextInt(60));
        long time = random.nextInt(3) == 0 ? random.nextLong() >>> (1 + random.nextInt(63)) : 1_700_000_000_000L + random.nextInt(100_000);
        List<Tag> with = new ArrayList<>();
        for (int t = tags ? random.nextInt(4) : 0; t > 0; t--) {
          with.add(new ArrayBackedTag((byte) (1 + random.nextInt(8)), pool.get(random.nextInt(pool.size()))));
        }
        KeyValue cell = new KeyValue(row, family, qualifier, time, type, value, with);
        if (mvcc) {
          cell.setSequenceId(random.nextInt(4) == 0 ? 0 : random.nextLong() >>> (24 + random.nextInt(40)));
        }
        cells.add(cell);
        bytes += cell.getLength();
      }
    }
    cells.sort(CellComparatorImpl.COMPARATOR);
    return cells;
  }

  private static byte[] bytes(Random random, int length) {
    byte[] b = new byte[length];
    random.nextBytes(b);
    if (random.nextBoolean()) {
      for (int i = 0; i < length; i++) {
        b[i] = (byte) ('a' + (b[i] & 3));
      }
    }
    return b;
  }

  private static byte[] join(byte[] a, byte[] b) {
    byte[] both = java.util.Arrays.copyOf(a, a.length + b.length);
    System.arraycopy(b, 0, both, a.length, b.length);
    return both;
  }

  private static String line(Cell cell) {
    StringBuilder tags = new StringBuilder();
    for (Tag tag : PrivateCellUtil.getTags(cell)) {
      tags.append(tags.isEmpty() ? "" : ",").append("{\"type\":").append(tag.getType()).append(",\"value\":\"");
      tags.append(HEX.formatHex(Tag.cloneValue(tag))).append("\"}");
    }
    return "{\"row\":\"" + HEX.formatHex(CellUtil.cloneRow(cell)) + "\",\"family\":\"" + HEX.formatHex(CellUtil.cloneFamily(cell))
        + "\",\"qualifier\":\"" + HEX.formatHex(CellUtil.cloneQualifier(cell)) + "\",\"timestamp\":\"" + cell.getTimestamp() + "\",\"type\":\""
        + KeyValue.Type.codeToType(cell.getTypeByte()) + "\",\"value\":\"" + HEX.formatHex(CellUtil.cloneValue(cell)) + "\",\"tags\":[" + tags
        + "],\"seqid\":\"" + cell.getSequenceId() + "\"}";
  }
}
