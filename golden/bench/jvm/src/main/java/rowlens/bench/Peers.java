package rowlens.bench;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;
import org.openjdk.jmh.infra.Blackhole;

/**
 * Measures the encoders and decoders of other projects on our samples.
 *
 * <p>A benchmark is 256 calls, so that a sample of JMH is what a chunk is on the Go
 * side (measure/steady.go), which takes the 10th percentile of both and subtracts
 * {@link #loop} from these.
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.SampleTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Warmup(iterations = 3, time = 250, timeUnit = TimeUnit.MILLISECONDS)
@Measurement(iterations = 2, time = 250, timeUnit = TimeUnit.MILLISECONDS)
@Fork(value = 2, jvmArgsAppend = "-XX:+UseSerialGC")
public class Peers {
  private static final int SAMPLES = 64;
  private static final int CHUNK_CALLS = 256;

  /** What is measured: "hbase-orderedbytes/composite-key". */
  @Param("")
  public String name;

  /** A file of lines: name, our bytes in hex, then the columns of the value; tabs between. */
  @Param("")
  public String samples;

  private Codec<Object> codec;
  private final Object[] values = new Object[SAMPLES];
  private final byte[][] stored = new byte[SAMPLES][];

  /** Reads the samples; the peer must make the same bytes of them as we do. */
  @Setup
  public void setup() throws IOException {
    codec = codecOf(name);
    int count = 0;
    for (String line : Files.readAllLines(Path.of(samples))) {
      List<String> columns = List.of(line.split("\t"));
      if (columns.get(0).equals(name)) {
        stored[count] = HexFormat.of().parseHex(columns.get(1));
        values[count] = codec.parse(columns.subList(2, columns.size()));
        check(stored[count], codec.bytes(values[count]));
        check(stored[count], codec.bytes(codec.decode(stored[count])));
        count++;
      }
    }
    if (count != SAMPLES) {
      throw new IllegalStateException(count + " samples of " + name);
    }
  }

  private void check(byte[] ours, byte[] theirs) {
    if (!Arrays.equals(ours, theirs)) {
      HexFormat hex = HexFormat.of();
      throw new IllegalStateException(name + ": the peer writes " + hex.formatHex(theirs) + ", rowlens " + hex.formatHex(ours));
    }
  }

  @SuppressWarnings("unchecked")
  private static Codec<Object> codecOf(String name) {
    String[] parts = name.split("/");
    return (Codec<Object>) (parts[0].startsWith("hbase") ? HBase.codec(parts[1]) : Accumulo.codec(parts[1]));
  }

  /** The cost of the loop itself. */
  @Benchmark
  public void loop(Blackhole hole) {
    for (int i = 0; i < CHUNK_CALLS; i++) {
      hole.consume(values[i & (SAMPLES - 1)]);
    }
  }

  /** Encodes into memory that is reused, where the peer can. */
  @Benchmark
  public void encode(Blackhole hole) {
    for (int i = 0; i < CHUNK_CALLS; i++) {
      hole.consume(codec.encode(values[i & (SAMPLES - 1)]));
    }
  }

  /** Decodes to objects as the peer's users get them. */
  @Benchmark
  public void decode(Blackhole hole) {
    for (int i = 0; i < CHUNK_CALLS; i++) {
      hole.consume(codec.decode(stored[i & (SAMPLES - 1)]));
    }
  }
}
