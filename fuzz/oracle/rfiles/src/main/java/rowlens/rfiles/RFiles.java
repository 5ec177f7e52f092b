package rowlens.rfiles;

import java.io.BufferedWriter;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HexFormat;
import java.util.Map;
import java.util.Random;
import org.apache.accumulo.core.client.IteratorSetting;
import org.apache.accumulo.core.client.Scanner;
import org.apache.accumulo.core.client.rfile.RFile;
import org.apache.accumulo.core.data.Key;
import org.apache.accumulo.core.data.Value;
import org.apache.accumulo.core.iterators.user.VersioningIterator;
import org.apache.accumulo.core.security.Authorizations;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;

/**
 * Writes RFiles of random entries with random settings, and what Accumulo's scanner reads in them. Arguments: a folder, the
 * first seed, and the number of seconds after which no other file is begun. For each seed N there are N.rf and, in lines of
 * JSON, N.raw (all entries), N.visible (deletions and visibilities applied) and N.latest (the newest version besides); when
 * they are there, a line "N settings" goes to the standard output.
 */
public final class RFiles {
  /** Labels of the reader, as rowlens is given them. */
  private static final Authorizations LABELS = new Authorizations("a", "public", "x.y");

  private RFiles() {}

  public static void main(String[] args) throws IOException {
    PrintStream out = System.out;
    System.setOut(System.err); // where messages of the libraries go
    FileSystem files = FileSystem.getLocal(new Configuration()).getRawFileSystem();
    Path folder = Path.of(args[0]);
    compare(files, folder, Long.parseLong(args[1]), Long.parseLong(args[2]), out);
  }

  private static void compare(FileSystem files, Path folder, long seed, long seconds, PrintStream out) throws IOException {
    long end = System.nanoTime() + seconds * 1_000_000_000L;
    for (; System.nanoTime() < end; seed++) {
      String path = folder.resolve(seed + ".rf").toString();
      String settings = RandomFile.write(files, path, new Random(seed));
      try (Scanner all = RFile.newScanner().from(path).withFileSystem(files).withoutSystemIterators().build()) {
        list(all, folder.resolve(seed + ".raw"));
      }
      try (Scanner visible = RFile.newScanner().from(path).withFileSystem(files).withAuthorizations(LABELS).build()) {
        list(visible, folder.resolve(seed + ".visible"));
        visible.addScanIterator(new IteratorSetting(20, "vers", VersioningIterator.class));
        list(visible, folder.resolve(seed + ".latest"));
      }
      out.println(seed + " " + settings);
    }
  }

  private static void list(Scanner scanner, Path to) throws IOException {
    HexFormat hex = HexFormat.of();
    try (BufferedWriter out = Files.newBufferedWriter(to)) {
      for (Map.Entry<Key, Value> e : scanner) {
        Key k = e.getKey();
        out.write("{\"row\":\"" + hex.formatHex(k.getRowData().toArray()));
        out.write("\",\"cf\":\"" + hex.formatHex(k.getColumnFamilyData().toArray()));
        out.write("\",\"cq\":\"" + hex.formatHex(k.getColumnQualifierData().toArray()));
        out.write("\",\"vis\":\"" + hex.formatHex(k.getColumnVisibilityData().toArray()));
        out.write("\",\"ts\":\"" + k.getTimestamp() + "\",\"deleted\":" + k.isDeleted());
        out.write(",\"value\":\"" + hex.formatHex(e.getValue().get()) + "\"}\n");
      }
    }
  }
}
