import com.kakao.actionbase.core.codec.ByteArrayBufferPool;
import com.kakao.actionbase.core.codec.XXHash32Wrapper;
import com.kakao.actionbase.core.edge.mapper.EdgeIndexRecordMapper;
import com.kakao.actionbase.core.edge.mapper.EdgeStateRecordMapper;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.function.Function;

/**
 * Measures Actionbase's own encoders and decoders (its third generation), whose
 * classes the user puts on the class path; nothing of them is stored here.
 *
 * <p>{@code java -cp ... Codec.java edge-state-key decode}: standard input has the
 * stored bytes of 64 samples, one in a line in hex. They are decoded, encoded
 * again and compared, so both sides are known to do the same work; the cost of an
 * operation in nanoseconds goes to standard output. One process measures one
 * operation: its types are then known to the compiler, which favours it.
 *
 * <p>Timing is that of the Go side (measure/steady.go): the 10th percentile of
 * short chunks, less an empty loop. JMH's mean is a multiple of it on a machine
 * that others use at the same time.
 */
final class Codec {
  private static final int SAMPLES = 64;
  private static final int CHUNK_CALLS = 256;
  private static final int WARM_UP_CHUNKS = 40_000;
  private static final int CHUNKS = 8_000;

  /** Where results go, so that no operation can be left out. */
  static final Object[] RESULTS = new Object[SAMPLES];

  interface Operation {
    Object call(int i);
  }

  /** Both directions of one part of a record. */
  record Part<T>(Function<T, byte[]> encode, Function<byte[], T> decode) {
    Operation operation(List<byte[]> stored, boolean encoding) {
      List<T> models = stored.stream().map(decode).toList();
      for (int i = 0; i < SAMPLES; i++) {
        if (!Arrays.equals(encode.apply(models.get(i)), stored.get(i))) {
          throw new IllegalStateException("sample " + i + " is encoded to other bytes");
        }
      }
      Object[] values = models.toArray();
      byte[][] bytes = stored.toArray(byte[][]::new);
      @SuppressWarnings("unchecked")
      Operation encoder = i -> encode.apply((T) values[i]);
      return encoding ? encoder : i -> decode.apply(bytes[i]);
    }
  }

  public static void main(String[] args) throws IOException {
    Operation operation = part(args[0]).operation(read(), args[1].equals("encode"));
    System.out.println(Math.max(0, cost(operation) - cost(i -> null)));
  }

  static Part<?> part(String name) {
    ByteArrayBufferPool pool = ByteArrayBufferPool.getDefault();
    var state = EdgeStateRecordMapper.create(pool, XXHash32Wrapper.getDefault());
    var index = EdgeIndexRecordMapper.create(pool, XXHash32Wrapper.getDefault());
    if (name.startsWith("edge-index-key")) {
      return new Part<>(index.getEncoder()::encodeKey, index.getDecoder()::decodeKey);
    }
    return switch (name) {
      case "edge-state-key" -> new Part<>(state.getEncoder()::encodeKey, state.getDecoder()::decodeKey);
      case "edge-state-value" -> new Part<>(state.getEncoder()::encodeValue, state.getDecoder()::decodeValue);
      case "edge-index-value" -> new Part<>(index.getEncoder()::encodeValue, index.getDecoder()::decodeValue);
      default -> throw new IllegalArgumentException(name);
    };
  }

  static List<byte[]> read() throws IOException {
    BufferedReader in = new BufferedReader(new InputStreamReader(System.in));
    return in.lines().map(HexFormat.of()::parseHex).toList();
  }

  static double cost(Operation operation) {
    for (int k = 0; k < WARM_UP_CHUNKS; k++) {
      chunk(operation);
    }
    double[] costs = new double[CHUNKS];
    for (int k = 0; k < CHUNKS; k++) {
      costs[k] = chunk(operation);
    }
    Arrays.sort(costs);
    return costs[CHUNKS / 10];
  }

  static double chunk(Operation operation) {
    long start = System.nanoTime();
    for (int i = 0; i < CHUNK_CALLS; i++) {
      RESULTS[i & (SAMPLES - 1)] = operation.call(i & (SAMPLES - 1));
    }
    return (double) (System.nanoTime() - start) / CHUNK_CALLS;
  }
}
