package rowlens.scans;

import java.io.IOException;
import java.util.Map;
import org.apache.accumulo.core.client.Scanner;
import org.apache.accumulo.core.client.rfile.RFile;
import org.apache.accumulo.core.client.rfile.RFileWriter;
import org.apache.accumulo.core.data.Key;
import org.apache.accumulo.core.data.Value;
import org.apache.accumulo.core.security.Authorizations;
import org.apache.hadoop.io.Text;

/** Accumulo's RFiles of local folders, by its public API. */
final class RFiles {
  private static final byte[] VISIBILITY = {};

  private RFiles() {}

  /** A writer of entries in one column. */
  static Rows make(String path, String compression) throws IOException {
    RFileWriter writer = RFile.newWriter().to(path).withFileSystem(HFiles.local())
        .withTableProperties(Map.of("table.file.compress.type", compression)).build();
    writer.startDefaultLocalityGroup();
    return new Rows() {
      @Override
      public void put(byte[] key, byte[] value) throws IOException {
        writer.append(new Key(key, FAMILY, QUALIFIER, VISIBILITY, TIME), new Value(value));
      }

      @Override
      public void close() throws IOException {
        writer.close();
      }
    };
  }

  /** Reads all entries of a file. */
  static void each(String path, Sink sink) throws IOException {
    try (Scanner scanner = RFile.newScanner().from(path).withFileSystem(HFiles.local()).withAuthorizations(Authorizations.EMPTY).build()) {
      for (Map.Entry<Key, Value> entry : scanner) {
        Key key = entry.getKey();
        part(key.getRow(), sink);
        part(key.getColumnFamily(), sink);
        part(key.getColumnQualifier(), sink);
        part(key.getColumnVisibility(), sink);
        byte[] value = entry.getValue().get();
        sink.part(value, 0, value.length);
        sink.end();
      }
    }
  }

  private static void part(Text text, Sink sink) {
    sink.part(text.getBytes(), 0, text.getLength());
  }
}
