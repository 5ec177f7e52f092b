package rowlens.rfiles;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.apache.accumulo.core.client.rfile.RFile;
import org.apache.accumulo.core.client.rfile.RFileWriter;
import org.apache.accumulo.core.client.sample.RowSampler;
import org.apache.accumulo.core.client.sample.SamplerConfiguration;
import org.apache.accumulo.core.client.summary.SummarizerConfiguration;
import org.apache.accumulo.core.client.summary.summarizers.FamilySummarizer;
import org.apache.accumulo.core.data.ArrayByteSequence;
import org.apache.accumulo.core.data.ByteSequence;
import org.apache.accumulo.core.data.Key;
import org.apache.accumulo.core.data.Value;
import org.apache.hadoop.fs.FileSystem;

/** An RFile of random entries, written with random settings. */
final class RandomFile {
  private static final int MOST = 100_000;
  private static final int MOST_BYTES = 24 * MOST; // of rows: fewer keys where they are long
  /** Those that Accumulo can write without native libraries. */
  private static final String[] CODECS = {"none", "gz", "gz", "snappy", "lz4"};
  private static final String[] VISIBILITIES = {
    "", "", "", "a", "b", "public", "a&b", "a|b", "(a|b)&public", "x.y", "\"\u00e4\"|a", "b&(a|(public&x.y))"
  };

  private final Random random;
  private final byte[] alphabet;
  private final int longest;
  private final boolean text;

  private RandomFile(Random random) {
    this.random = random;
    this.text = random.nextBoolean();
    this.alphabet = new byte[1 + random.nextInt(text ? 6 : 200)];
    random.nextBytes(alphabet);
    if (text) {
      for (int i = 0; i < alphabet.length; i++) {
        alphabet[i] = (byte) ('a' + i);
      }
    }
    this.longest = 1 + random.nextInt(random.nextInt(8) == 0 ? 3000 : 24);
  }

  /** Writes a file and returns its settings in words. */
  static String write(FileSystem files, String path, Random random) throws IOException {
    Map<String, String> table = new HashMap<>();
    table.put("table.file.compress.type", CODECS[random.nextInt(CODECS.length)]);
    table.put("table.file.compress.blocksize", 100 * (1 << random.nextInt(13)) + "B");
    table.put("table.file.compress.blocksize.index", 100 * (1 << random.nextInt(11)) + "B");
    RFile.WriterOptions options = RFile.newWriter().to(path).withFileSystem(files).withTableProperties(table);
    boolean sampled = random.nextInt(4) == 0;
    if (sampled) {
      SamplerConfiguration sampler = new SamplerConfiguration(RowSampler.class);
      sampler.addOption("hasher", "murmur3_32");
      sampler.addOption("modulus", Integer.toString(1 + random.nextInt(9)));
      options = options.withSampler(sampler);
    }
    if (random.nextInt(4) == 0) {
      options = ((RFile.WriterFSOptions) options).withSummarizers(SummarizerConfiguration.builder(FamilySummarizer.class).build());
    }
    RandomFile file = new RandomFile(random);
    int n = random.nextInt(4) == 0 ? MOST : (int) Math.pow(MOST, random.nextDouble());
    List<Key> keys = file.keys(Math.min(n, MOST_BYTES / file.longest));
    int groups = random.nextInt(4);
    try (RFileWriter writer = options.build()) {
      file.append(writer, keys, groups);
    }
    return keys.size() + " keys, " + groups + " groups" + (sampled ? ", sampled, " : ", ") + table;
  }

  /** Keys in order; some are there twice, which Accumulo allows. */
  private List<Key> keys(int n) {
    byte[][] families = new byte[1 + random.nextInt(random.nextInt(6) == 0 ? 1200 : 6)][];
    for (int i = 0; i < families.length; i++) {
      families[i] = bytes(8);
    }
    long base = random.nextLong();
    boolean times = random.nextInt(4) == 0;
    Key[] keys = new Key[n];
    byte[] row = bytes(longest);
    byte[] qualifier = bytes(longest);
    for (int i = 0; i < n; i++) {
      row = random.nextInt(3) == 0 ? bytes(longest) : row;
      qualifier = random.nextInt(3) == 0 ? bytes(longest) : qualifier;
      byte[] visibility = VISIBILITIES[random.nextInt(VISIBILITIES.length)].getBytes(java.nio.charset.StandardCharsets.UTF_8);
      long time = times ? random.nextLong() : base + random.nextInt(5);
      keys[i] = new Key(row, families[random.nextInt(families.length)], qualifier, visibility, time, random.nextInt(12) == 0, true);
    }
    Arrays.sort(keys);
    return Arrays.asList(keys);
  }

  private byte[] bytes(int most) {
    byte[] b = new byte[random.nextInt(most + 1)];
    for (int i = 0; i < b.length; i++) {
      b[i] = alphabet[random.nextInt(alphabet.length)];
    }
    return b;
  }

  /** Families are dealt to the groups in turn; the default group has the rest. */
  private void append(RFileWriter writer, List<Key> keys, int groups) throws IOException {
    Map<ByteSequence, Integer> groupOf = new HashMap<>();
    List<List<byte[]>> families = new ArrayList<>();
    for (int i = 0; i < groups; i++) {
      families.add(new ArrayList<>());
    }
    for (Key k : keys) {
      ByteSequence family = new ArrayByteSequence(k.getColumnFamilyData().toArray());
      if (groups > 0 && !groupOf.containsKey(family)) {
        int group = groupOf.size() % (groups + 1);
        groupOf.put(family, group);
        if (group < groups) {
          families.get(group).add(family.toArray());
        }
      }
    }
    for (int i = 0; i <= groups; i++) {
      if (i < groups) {
        writer.startNewLocalityGroup("group " + i + (text ? " \u00e4\u20ac" : ""), families.get(i));
      } else {
        writer.startDefaultLocalityGroup();
      }
      for (Key k : keys) {
        Integer group = groupOf.get(k.getColumnFamilyData());
        if (groups == 0 || group == i) {
          writer.append(k, new Value(bytes(random.nextInt(50) == 0 ? 5000 : 40)));
        }
      }
    }
  }
}
