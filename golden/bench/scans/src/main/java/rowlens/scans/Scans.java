package rowlens.scans;

import java.security.MessageDigest;
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

/** Measures HBase's and Accumulo's scanners over a whole file. An iteration is one scan, in a JVM that has seen several. */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.SingleShotTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Warmup(iterations = 8)
@Measurement(iterations = 7)
@Fork(value = 2, jvmArgsAppend = "-XX:+UseSerialGC")
public class Scans {
  /** "hfile" or "rfile". */
  @Param("")
  public String kind;

  @Param("")
  public String path;

  /** SHA-256 of what {@code rowlens dump --as hex} prints of the file, which {@link #print} has to print too. */
  @Param("")
  public String sum;

  @Setup
  public void setup() throws Exception {
    Print print = new Print(MessageDigest.getInstance("SHA-256"));
    each(print);
    String ours = print.sum();
    if (!ours.equals(sum)) {
      throw new IllegalStateException(path + ": printed here it has the SHA-256 " + ours + ", by rowlens " + sum);
    }
  }

  private void each(Sink sink) throws Exception {
    switch (kind) {
      case "hfile" -> HFiles.each(path, sink);
      case "rfile" -> RFiles.each(path, sink);
      default -> throw new IllegalArgumentException(kind);
    }
  }

  /** Each entry, and nothing more. */
  @Benchmark
  public void scan(Blackhole hole) throws Exception {
    each(new Sink() {
      @Override
      public void part(byte[] bytes, int offset, int length) {
        hole.consume(bytes);
      }

      @Override
      public void end() {}
    });
  }

  /** Each entry, printed into memory. */
  @Benchmark
  public long print() throws Exception {
    Print print = new Print(null);
    each(print);
    return print.flush();
  }
}
