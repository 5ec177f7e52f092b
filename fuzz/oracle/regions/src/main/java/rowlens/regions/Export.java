package rowlens.regions;

import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import java.io.IOException;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hbase.HBaseConfiguration;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.ColumnFamilyDescriptorBuilder;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.RegionInfo;
import org.apache.hadoop.hbase.client.RegionInfoBuilder;
import org.apache.hadoop.hbase.client.TableDescriptor;
import org.apache.hadoop.hbase.client.TableDescriptorBuilder;
import org.apache.hadoop.hbase.errorhandling.ForeignExceptionDispatcher;
import org.apache.hadoop.hbase.regionserver.HRegion;
import org.apache.hadoop.hbase.shaded.protobuf.generated.SnapshotProtos.SnapshotDescription;
import org.apache.hadoop.hbase.snapshot.SnapshotDescriptionUtils;
import org.apache.hadoop.hbase.snapshot.SnapshotManifest;
import org.apache.hadoop.hbase.snapshot.SnapshotManifestV2;
import org.apache.hadoop.hbase.wal.WALFactory;

/**
 * Writes what ExportSnapshot leaves of two tables, a folder with their snapshots and, in the archive, their HFiles: the rows of an
 * Actionbase fixture, states in one table and all others in the other. Each table has two regions of five HFiles. Arguments: the
 * fixture as JSON Lines, the folder.
 */
public final class Export {
  private static final HexFormat HEX = HexFormat.of();
  private static final int FLUSHES = 5;

  private final Configuration conf = HBaseConfiguration.create();
  private final Path root;
  private final FileSystem fs;
  private final WALFactory wals;

  private Export(java.nio.file.Path place) throws IOException {
    root = new Path(place.toUri());
    conf.set("fs.defaultFS", "file:///");
    conf.set("hbase.rootdir", place.toUri().toString());
    conf.set("hbase.wal.provider", "filesystem");
    conf.setBoolean("hbase.unsafe.stream.capability.enforce", false);
    fs = FileSystem.getLocal(conf);
    conf.setBoolean("hbase.hregion.memstore.mslab.enabled", false);
    wals = new WALFactory(conf, "server");
  }

  public static void main(String[] args) throws IOException {
    List<JsonObject> states = new ArrayList<>();
    List<JsonObject> others = new ArrayList<>();
    for (String line : Files.readAllLines(java.nio.file.Path.of(args[0]))) {
      JsonObject row = JsonParser.parseString(line).getAsJsonObject();
      (row.get("record").getAsString().equals("edge-state") ? states : others).add(row);
    }
    Export export = new Export(java.nio.file.Path.of(args[1]).toAbsolutePath());
    export.table("states", states);
    export.table("indexes", others);
    export.wals.shutdown();
    for (String folder : new String[] {"data", "WALs", "oldWALs"}) {
      export.fs.delete(new Path(export.root, folder), true);
    }
    System.exit(0); // HBase's threads would keep the process
  }

  private void table(String name, List<JsonObject> rows) throws IOException {
    rows.sort((a, b) -> a.get("row").getAsString().compareTo(b.get("row").getAsString()));
    TableDescriptorBuilder builder = TableDescriptorBuilder.newBuilder(TableName.valueOf(name));
    rows.stream().map(row -> row.get("family").getAsString()).distinct()
        .forEach(family -> builder.setColumnFamily(ColumnFamilyDescriptorBuilder.newBuilder(HEX.parseHex(family)).build()));
    TableDescriptor table = builder.build();
    SnapshotDescription description =
        SnapshotDescription.newBuilder()
            .setName(name + "-2026")
            .setTable(name)
            .setCreationTime(1)
            .setVersion(SnapshotManifestV2.DESCRIPTOR_VERSION)
            .setType(SnapshotDescription.Type.FLUSH)
            .build();
    Path folder = SnapshotDescriptionUtils.getCompletedSnapshotDir(description, root);
    fs.mkdirs(folder);
    SnapshotDescriptionUtils.writeSnapshotInfo(description, folder, fs);
    SnapshotManifest manifest = SnapshotManifest.create(conf, fs, folder, description, new ForeignExceptionDispatcher());
    manifest.addTableDescriptor(table);
    byte[] middle = key(rows.get(rows.size() / 2));
    for (boolean second : new boolean[] {false, true}) {
      RegionInfo info =
          RegionInfoBuilder.newBuilder(table.getTableName())
              .setStartKey(second ? middle : new byte[0])
              .setEndKey(second ? new byte[0] : middle)
              .setRegionId(1)
              .build();
      HRegion region = HRegion.createHRegion(info, root, conf, table, wals.getWAL(info));
      fill(region, rows.subList(second ? rows.size() / 2 : 0, second ? rows.size() : rows.size() / 2));
      manifest.addRegion(region);
      region.close();
      archive(region);
    }
    manifest.consolidate();
  }

  private static byte[] key(JsonObject row) {
    return HEX.parseHex(row.get("row").getAsString());
  }

  private static void fill(HRegion region, List<JsonObject> rows) throws IOException {
    for (int flush = 0; flush < FLUSHES; flush++) {
      for (int i = flush; i < rows.size(); i += FLUSHES) {
        JsonObject row = rows.get(i);
        Put put = new Put(key(row), 1);
        put.addColumn(
            HEX.parseHex(row.get("family").getAsString()),
            HEX.parseHex(row.get("qualifier").getAsString()),
            HEX.parseHex(row.get("value").getAsString()));
        region.put(put);
      }
      region.flush(true);
    }
  }

  /** Moves the files of a region to where ExportSnapshot puts them. */
  private void archive(HRegion region) throws IOException {
    Path live = region.getRegionFileSystem().getRegionDir();
    String table = region.getTableDescriptor().getTableName().getNameAsString();
    for (byte[] family : region.getTableDescriptor().getColumnFamilyNames()) {
      String name = new String(family, java.nio.charset.StandardCharsets.UTF_8);
      Path into = new Path(root, "archive/data/default/" + table + "/" + live.getName() + "/" + name);
      fs.mkdirs(into);
      for (FileStatus file : fs.listStatus(new Path(live, name))) {
        fs.rename(file.getPath(), new Path(into, file.getPath().getName()));
      }
    }
  }
}
