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
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.CellUtil;
import org.apache.hadoop.hbase.HBaseConfiguration;
import org.apache.hadoop.hbase.KeyValue;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.ColumnFamilyDescriptorBuilder;
import org.apache.hadoop.hbase.client.Delete;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.RegionInfo;
import org.apache.hadoop.hbase.client.RegionInfoBuilder;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.client.TableDescriptor;
import org.apache.hadoop.hbase.client.TableDescriptorBuilder;
import org.apache.hadoop.hbase.errorhandling.ForeignExceptionDispatcher;
import org.apache.hadoop.hbase.io.HFileLink;
import org.apache.hadoop.hbase.io.Reference;
import org.apache.hadoop.hbase.io.encoding.DataBlockEncoding;
import org.apache.hadoop.hbase.regionserver.BloomType;
import org.apache.hadoop.hbase.regionserver.HRegion;
import org.apache.hadoop.hbase.regionserver.HRegionFileSystem;
import org.apache.hadoop.hbase.regionserver.RegionScanner;
import org.apache.hadoop.hbase.shaded.protobuf.generated.SnapshotProtos.SnapshotDescription;
import org.apache.hadoop.hbase.snapshot.SnapshotDescriptionUtils;
import org.apache.hadoop.hbase.snapshot.SnapshotManifest;
import org.apache.hadoop.hbase.snapshot.SnapshotManifestV2;
import org.apache.hadoop.hbase.util.CommonFSUtils;
import org.apache.hadoop.hbase.util.FSTableDescriptors;
import org.apache.hadoop.hbase.wal.WALFactory;

/**
 * Writes the folders of tables: random puts and delete markers, flushed now and then, some compacted. Some tables end with their last
 * writes only in the log, some are split, some have a snapshot or a clone and are then removed. Arguments: a folder, the seed of the
 * first table. Each number that is printed is a folder N with N.scan.jsonl, N.scan3.jsonl and N.raw.jsonl, what HBase's own regions
 * find in it; a line of input asks for the next one.
 */
public final class Folders {
  private static final HexFormat HEX = HexFormat.of();
  private static final DataBlockEncoding[] ENCODINGS = {
    DataBlockEncoding.NONE, DataBlockEncoding.PREFIX, DataBlockEncoding.DIFF, DataBlockEncoding.FAST_DIFF, DataBlockEncoding.ROW_INDEX_V1,
  };

  private final Random random;
  private final Configuration conf = HBaseConfiguration.create();
  private final Path root;
  private final FileSystem fs;
  private final WALFactory wals;

  private Folders(java.nio.file.Path place, long seed) throws IOException {
    random = new Random(seed);
    root = new Path(place.toUri());
    conf.set("fs.defaultFS", "file:///");
    conf.set("hbase.rootdir", place.toUri().toString());
    conf.set("hbase.wal.provider", "filesystem");
    conf.setBoolean("hbase.unsafe.stream.capability.enforce", false);
    conf.setBoolean("hbase.hregion.memstore.mslab.enabled", false);
    fs = FileSystem.getLocal(conf);
    wals = new WALFactory(conf, "server");
  }

  public static void main(String[] args) throws IOException {
    Codecs.load();
    for (long seed = Long.parseLong(args[1]); ; seed++) {
      java.nio.file.Path folder = java.nio.file.Path.of(args[0]);
      new Folders(folder.resolve(Long.toString(seed)), seed).write(folder, seed);
      System.out.println(seed);
      if (System.in.read() != '\n') {
        System.exit(0); // HBase's threads would keep the process
      }
    }
  }

  private void write(java.nio.file.Path folder, long seed) throws IOException {
    TableDescriptor table = table("t" + seed);
    RegionInfo info = RegionInfoBuilder.newBuilder(table.getTableName()).build();
    HRegion region = HRegion.createHRegion(info, root, conf, table, wals.getWAL(info));
    new FSTableDescriptors(fs, root)
        .createTableDescriptorForTableDirectory(fs, CommonFSUtils.getTableDir(root, table.getTableName()), table, false);
    fill(region, table);
    List<HRegion> regions = List.of(region);
    int ending = random.nextInt(5);
    if (ending > 0) {
      region.flush(true);
    }
    switch (ending) {
      case 1 -> regions = split(region);
      case 2 -> snapshot(region);
      case 3 -> regions = List.of(link(region));
      default -> {}
    }
    scan(regions, new Scan(), folder.resolve(seed + ".scan.jsonl"));
    scan(regions, new Scan().readVersions(3), folder.resolve(seed + ".scan3.jsonl"));
    scan(regions, new Scan().setRaw(true).readAllVersions(), folder.resolve(seed + ".raw.jsonl"));
    for (HRegion each : regions) {
      each.close(ending == 0); // then the last writes stay in the log alone
    }
    wals.shutdown();
    if (ending == 2 || ending == 3) { // as when the table was removed afterwards
      fs.delete(new Path(root, "WALs"), true);
      Path live = CommonFSUtils.getTableDir(root, table.getTableName());
      for (String family : families(table)) { // a compaction may have made the folder
        String place = info.getEncodedName() + "/" + family;
        Path archive = new Path(root, "archive/data/default/" + live.getName() + "/" + place);
        fs.mkdirs(archive);
        for (String file : files(new Path(live, place))) {
          fs.rename(new Path(new Path(live, place), file), new Path(archive, file));
        }
      }
      fs.delete(live, true);
    }
  }

  private void fill(HRegion region, TableDescriptor table) throws IOException {
    for (int n = random.nextInt(600); n >= 0; n--) {
      change(region, table);
      if (random.nextInt(120) == 0) {
        region.flush(true);
      } else if (random.nextInt(400) == 0) {
        region.compact(random.nextBoolean());
      }
    }
  }

  /** Splits a region: its daughters have references to its files, which stay. */
  private List<HRegion> split(HRegion parent) throws IOException {
    parent.close();
    TableDescriptor table = parent.getTableDescriptor();
    byte[] at = ("row" + random.nextInt(30) + (random.nextBoolean() ? "" : "0")).getBytes(StandardCharsets.UTF_8);
    List<HRegion> daughters = new ArrayList<>();
    Path folder = parent.getRegionFileSystem().getRegionDir();
    for (boolean top : new boolean[] {false, true}) {
      RegionInfo info =
          RegionInfoBuilder.newBuilder(table.getTableName())
              .setStartKey(top ? at : new byte[0])
              .setEndKey(top ? new byte[0] : at)
              .setRegionId(parent.getRegionInfo().getRegionId() + 1)
              .build();
      HRegionFileSystem.createRegionOnFileSystem(conf, fs, folder.getParent(), info);
      for (String family : families(table)) {
        for (String file : files(new Path(folder, family))) {
          Reference half = top ? Reference.createTopReference(at) : Reference.createBottomReference(at);
          Path into = new Path(new Path(new Path(folder.getParent(), info.getEncodedName()), family), file + "." + folder.getName());
          fs.mkdirs(into.getParent());
          half.write(fs, into);
        }
      }
      HRegion daughter = HRegion.openHRegion(info, table, wals.getWAL(info), conf);
      fill(daughter, table);
      daughter.flush(true);
      daughters.add(daughter);
    }
    return daughters;
  }

  /** Takes a snapshot of a region: a list of its files. */
  private void snapshot(HRegion region) throws IOException {
    SnapshotDescription description =
        SnapshotDescription.newBuilder()
            .setName("snapshot" + random.nextInt(100))
            .setTable(region.getTableDescriptor().getTableName().getNameAsString())
            .setCreationTime(1)
            .setVersion(SnapshotManifestV2.DESCRIPTOR_VERSION)
            .setType(SnapshotDescription.Type.FLUSH)
            .build();
    Path folder = SnapshotDescriptionUtils.getCompletedSnapshotDir(description, root);
    fs.mkdirs(folder);
    SnapshotDescriptionUtils.writeSnapshotInfo(description, folder, fs);
    SnapshotManifest manifest = SnapshotManifest.create(conf, fs, folder, description, new ForeignExceptionDispatcher());
    manifest.addTableDescriptor(region.getTableDescriptor());
    manifest.addRegion(region);
    manifest.consolidate();
  }

  /** Clones a table: the clone's region has links to the files, which go to the archive. */
  private HRegion link(HRegion from) throws IOException {
    TableDescriptor was = from.getTableDescriptor();
    TableName name = TableName.valueOf("clone");
    TableDescriptor table = TableDescriptorBuilder.copy(name, was);
    RegionInfo info = RegionInfoBuilder.newBuilder(name).build();
    Path folder = CommonFSUtils.getTableDir(root, name);
    new FSTableDescriptors(fs, root).createTableDescriptorForTableDirectory(fs, folder, table, false);
    HRegionFileSystem.createRegionOnFileSystem(conf, fs, folder, info);
    for (String family : families(table)) {
      Path into = new Path(new Path(folder, info.getEncodedName()), family);
      fs.mkdirs(into);
      for (String file : files(new Path(from.getRegionFileSystem().getRegionDir(), family))) {
        String link = HFileLink.createHFileLinkName(was.getTableName(), from.getRegionInfo().getEncodedName(), file);
        fs.create(new Path(into, link)).close();
      }
    }
    from.close();
    return HRegion.openHRegion(info, table, wals.getWAL(info), conf);
  }

  private static List<String> families(TableDescriptor table) {
    return table.getColumnFamilyNames().stream().map(name -> new String(name, StandardCharsets.UTF_8)).toList();
  }

  private List<String> files(Path folder) throws IOException {
    List<String> names = new ArrayList<>();
    for (FileStatus each : fs.listStatus(folder)) {
      names.add(each.getPath().getName());
    }
    return names;
  }

  private TableDescriptor table(String name) {
    TableDescriptorBuilder table = TableDescriptorBuilder.newBuilder(TableName.valueOf(name));
    for (int n = random.nextInt(3); n >= 0; n--) {
      table.setColumnFamily(
          ColumnFamilyDescriptorBuilder.newBuilder(("f" + n).getBytes(StandardCharsets.UTF_8))
              .setMaxVersions(1 + random.nextInt(4))
              .setBlocksize(128 << random.nextInt(6))
              .setBloomFilterType(random.nextBoolean() ? BloomType.ROW : BloomType.ROWCOL)
              .setCompressionType(HFiles.compression(random))
              .setDataBlockEncoding(ENCODINGS[random.nextInt(ENCODINGS.length)])
              .build());
    }
    return table.build();
  }

  /** One write: few rows, qualifiers and times, so that they meet. */
  private void change(HRegion region, TableDescriptor table) throws IOException {
    byte[] row = ("row" + random.nextInt(30)).getBytes(StandardCharsets.UTF_8);
    if (!region.getRegionInfo().containsRow(row)) {
      return;
    }
    byte[][] families = table.getColumnFamilyNames().toArray(new byte[0][]);
    byte[] family = families[random.nextInt(families.length)];
    byte[] qualifier = ("q" + random.nextInt(4)).substring(random.nextInt(2)).getBytes(StandardCharsets.UTF_8);
    long time = 1 + random.nextInt(25);
    switch (random.nextInt(16)) {
      case 0 -> region.delete(new Delete(row).addColumn(family, qualifier, time));
      case 1 -> region.delete(new Delete(row).addColumns(family, qualifier, time));
      case 2 -> region.delete(new Delete(row).addFamilyVersion(family, time));
      case 3 -> region.delete(new Delete(row).addFamily(family, time / 3));
      default -> {
        Put put = new Put(row);
        for (int n = random.nextInt(3); n >= 0; n--) {
          put.addColumn(family, qualifier, time + n, ("value " + random.nextInt(1000)).getBytes(StandardCharsets.UTF_8));
        }
        region.put(put);
      }
    }
  }

  private static void scan(List<HRegion> regions, Scan scan, java.nio.file.Path to) throws IOException {
    try (BufferedWriter out = Files.newBufferedWriter(to)) {
      for (HRegion region : regions) {
        try (RegionScanner scanner = region.getScanner(new Scan(scan))) {
          List<Cell> row = new ArrayList<>();
          for (boolean more = true; more; ) {
            row.clear();
            more = scanner.next(row);
            for (Cell cell : row) {
              out.write(line(cell));
              out.write('\n');
            }
          }
        }
      }
    }
  }

  private static String line(Cell cell) {
    return "{\"row\":\"" + HEX.formatHex(CellUtil.cloneRow(cell)) + "\",\"family\":\"" + HEX.formatHex(CellUtil.cloneFamily(cell))
        + "\",\"qualifier\":\"" + HEX.formatHex(CellUtil.cloneQualifier(cell)) + "\",\"timestamp\":\"" + cell.getTimestamp() + "\",\"type\":\""
        + KeyValue.Type.codeToType(cell.getTypeByte()) + "\",\"value\":\"" + HEX.formatHex(CellUtil.cloneValue(cell)) + "\"}";
  }
}
