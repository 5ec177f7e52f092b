package rowlens.regions;

import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.zip.GZIPInputStream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.CellUtil;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.ColumnFamilyDescriptorBuilder;
import org.apache.hadoop.hbase.client.Delete;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.RegionInfo;
import org.apache.hadoop.hbase.client.RegionInfoBuilder;
import org.apache.hadoop.hbase.client.TableDescriptorBuilder;
import org.apache.hadoop.hbase.regionserver.HRegion;
import org.apache.hadoop.hbase.regionserver.RegionScanner;
import org.apache.hadoop.hbase.wal.WALFactory;

/** A table of one region, in HFiles in a folder: cells of a fixture, each known by its number, which is that of its line. */
final class Table implements AutoCloseable {
  private static final HexFormat HEX = HexFormat.of();

  private final HRegion region;
  private final Map<String, Integer> numbers = new HashMap<>();

  /** The settings are those of a line with families, as {@link Regions} describes. */
  Table(Configuration conf, Path root, WALFactory wals, java.nio.file.Path golden, JsonObject settings) throws IOException {
    String name = settings.get("table").getAsString();
    TableDescriptorBuilder table = TableDescriptorBuilder.newBuilder(TableName.valueOf(name));
    for (JsonElement family : settings.getAsJsonArray("families")) {
      table.setColumnFamily(
          ColumnFamilyDescriptorBuilder.newBuilder(family.getAsString().getBytes(StandardCharsets.UTF_8))
              .setMaxVersions(settings.get("versions").getAsInt())
              .setNewVersionBehavior(settings.get("newVersionBehavior").getAsBoolean())
              .build());
    }
    RegionInfo info = RegionInfoBuilder.newBuilder(TableName.valueOf(name)).build();
    region = HRegion.createHRegion(info, root, conf, table.build(), wals.getWAL(info));
    fill(golden.resolve(settings.get("cells").getAsString()), name);
  }

  /** Puts the cells of a table, the oldest first, and writes them to files. */
  private void fill(java.nio.file.Path file, String name) throws IOException {
    List<JsonObject> cells = new ArrayList<>();
    int number = 0;
    for (String line : lines(file)) {
      JsonObject cell = JsonParser.parseString(line).getAsJsonObject();
      cell.addProperty("number", ++number);
      if (!cell.has("table") || cell.get("table").getAsString().equals(name)) {
        cells.add(cell);
      }
    }
    // A marker hides what was put before it: of one time, it was put last.
    cells.sort(Comparator.<JsonObject>comparingLong(c -> c.get("timestamp").getAsLong()).thenComparing(Table::marks));
    for (JsonObject cell : cells) {
      byte[] row = part(cell, "row");
      byte[] family = part(cell, "family");
      byte[] qualifier = part(cell, "qualifier");
      long timestamp = cell.get("timestamp").getAsLong();
      if (marks(cell)) {
        region.delete(new Delete(row).addFamily(family, timestamp));
        continue;
      }
      region.put(new Put(row).addColumn(family, qualifier, timestamp, part(cell, "value")));
      if (numbers.put(key(row, family, qualifier, timestamp), cell.get("number").getAsInt()) != null) {
        throw new IOException(file + ":" + cell.get("number") + ": the cell is there twice");
      }
    }
    region.flush(true);
  }

  private static boolean marks(JsonObject cell) {
    return cell.has("type") && cell.get("type").getAsString().equals("DeleteFamily");
  }

  private static byte[] part(JsonObject cell, String name) {
    return HEX.parseHex(cell.get(name).getAsString());
  }

  private static String key(byte[] row, byte[] family, byte[] qualifier, long timestamp) {
    return HEX.formatHex(row) + " " + HEX.formatHex(family) + " " + HEX.formatHex(qualifier) + " " + timestamp;
  }

  /** The numbers of the cells that a command finds. */
  TreeSet<Integer> run(Command command) throws IOException {
    TreeSet<Integer> found = new TreeSet<>();
    try (RegionScanner scanner = region.getScanner(command.scan)) {
      List<Cell> row = new ArrayList<>();
      boolean more = true;
      for (int rows = 0; more && rows < command.limit; ) {
        row.clear();
        more = scanner.next(row);
        rows += row.isEmpty() ? 0 : 1;
        for (Cell cell : row) {
          found.add(
              numbers.get(
                  key(CellUtil.cloneRow(cell), CellUtil.cloneFamily(cell), CellUtil.cloneQualifier(cell), cell.getTimestamp())));
        }
      }
    }
    return found;
  }

  @Override
  public void close() throws IOException {
    region.close();
  }

  static List<String> lines(java.nio.file.Path file) throws IOException {
    try (InputStream plain = Files.newInputStream(file);
        InputStream in = file.toString().endsWith(".gz") ? new GZIPInputStream(plain) : plain;
        BufferedReader reader = new BufferedReader(new InputStreamReader(in, StandardCharsets.UTF_8))) {
      return reader.lines().toList();
    }
  }
}
