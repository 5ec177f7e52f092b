package rowlens.scans;

import java.io.IOException;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.CellComparatorImpl;
import org.apache.hadoop.hbase.KeyValue;
import org.apache.hadoop.hbase.io.compress.Compression;
import org.apache.hadoop.hbase.io.encoding.DataBlockEncoding;
import org.apache.hadoop.hbase.io.hfile.CacheConfig;
import org.apache.hadoop.hbase.io.hfile.HFile;
import org.apache.hadoop.hbase.io.hfile.HFileContextBuilder;
import org.apache.hadoop.hbase.io.hfile.HFileScanner;

/** HBase's HFiles of local folders. */
final class HFiles {
  private static final Configuration CONF = new Configuration();

  private HFiles() {}

  /** A writer of cells in one column. */
  static Rows make(String path, String compression, String encoding) throws IOException {
    var context = new HFileContextBuilder().withBlockSize(64 << 10).withDataBlockEncoding(DataBlockEncoding.valueOf(encoding))
        .withCompression(Compression.getCompressionAlgorithmByName(compression)).withCellComparator(CellComparatorImpl.COMPARATOR).build();
    HFile.Writer writer =
        HFile.getWriterFactory(CONF, new CacheConfig(CONF)).withPath(local(), new Path("file://" + path)).withFileContext(context).create();
    return new Rows() {
      @Override
      public void put(byte[] key, byte[] value) throws IOException {
        writer.append(new KeyValue(key, FAMILY, QUALIFIER, TIME, value));
      }

      @Override
      public void close() throws IOException {
        writer.close();
      }
    };
  }

  /** Reads all cells of a file. */
  static void each(String path, Sink sink) throws IOException {
    try (HFile.Reader reader = HFile.createReader(local(), new Path("file://" + path), CacheConfig.DISABLED, true, CONF);
        HFileScanner scanner = reader.getScanner(CONF, false, false)) {
      for (boolean more = scanner.seekTo(); more; more = scanner.next()) {
        Cell cell = scanner.getCell();
        sink.part(cell.getRowArray(), cell.getRowOffset(), cell.getRowLength());
        sink.part(cell.getFamilyArray(), cell.getFamilyOffset(), cell.getFamilyLength());
        sink.part(cell.getQualifierArray(), cell.getQualifierOffset(), cell.getQualifierLength());
        sink.part(cell.getValueArray(), cell.getValueOffset(), cell.getValueLength());
        sink.end();
      }
    }
  }

  /** The local file system without its files of checksums. */
  static FileSystem local() throws IOException {
    return FileSystem.getLocal(CONF).getRaw();
  }
}
