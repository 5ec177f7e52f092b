package rowlens.regions;

import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import java.io.IOException;
import java.nio.file.Files;
import java.util.Comparator;
import java.util.HashMap;
import java.util.Map;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hbase.HBaseConfiguration;
import org.apache.hadoop.hbase.wal.WALFactory;

/**
 * Runs scans of HBase's shell by HBase's own region, over files in a folder of its own. Arguments: the folder golden, and
 * files in it, of JSON lines. A line with {@code families} is a table: of which file its {@code cells} are, and its settings.
 * A line with {@code command} is a scan of such a table, and which cells it finds.
 */
public final class Regions {
  private Regions() {}

  public static void main(String[] args) throws IOException {
    java.nio.file.Path golden = java.nio.file.Path.of(args[0]);
    java.nio.file.Path folder = Files.createTempDirectory("rowlens-regions");
    int failed = 0;
    try {
      for (int i = 1; i < args.length; i++) {
        failed += run(golden, args[i], folder.resolve(Integer.toString(i)));
      }
    } finally {
      try (Stream<java.nio.file.Path> all = Files.walk(folder)) {
        for (java.nio.file.Path path : all.sorted(Comparator.reverseOrder()).toList()) {
          Files.delete(path);
        }
      }
    }
    System.exit(failed == 0 ? 0 : 1); // HBase's threads would keep the process
  }

  /** Runs the scans of a file and returns how many found other cells than it says. */
  private static int run(java.nio.file.Path golden, String file, java.nio.file.Path folder) throws IOException {
    Configuration conf = HBaseConfiguration.create();
    conf.set("fs.defaultFS", "file:///");
    conf.set("hbase.rootdir", folder.toUri().toString());
    conf.setBoolean(WALFactory.WAL_ENABLED, false); // files are flushed, and nothing is recovered
    conf.setBoolean("hbase.hregion.memstore.mslab.enabled", false);
    WALFactory wals = new WALFactory(conf, "regions");
    Map<String, Table> tables = new HashMap<>();
    int scans = 0;
    int cells = 0;
    int failed = 0;
    try {
      for (String line : Table.lines(golden.resolve(file))) {
        JsonObject x = JsonParser.parseString(line).getAsJsonObject();
        String name = x.get("table").getAsString();
        if (x.has("families")) {
          tables.put(name, new Table(conf, new Path(folder.toUri()), wals, golden, x));
          continue;
        }
        TreeSet<Integer> expected = new TreeSet<>();
        for (JsonElement number : x.getAsJsonArray("found")) {
          expected.add(number.getAsInt());
        }
        TreeSet<Integer> found = tables.get(name).run(new Command(x.get("command").getAsString()));
        scans++;
        cells += found.size();
        if (!found.equals(expected)) {
          failed++;
          System.out.println(file + ": " + line + "\n  HBase finds " + found);
        }
      }
    } finally {
      for (Table table : tables.values()) {
        table.close();
      }
      wals.close();
    }
    System.out.println(file + ": " + scans + " scans found " + cells + " cells; " + failed + " of them others than expected");
    return failed;
  }
}
