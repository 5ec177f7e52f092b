package rowlens.bench;

import java.math.BigDecimal;
import java.util.Arrays;
import java.util.List;
import java.util.function.Function;
import org.apache.hadoop.hbase.util.Order;
import org.apache.hadoop.hbase.util.OrderedBytes;
import org.apache.hadoop.hbase.util.PositionedByteRange;
import org.apache.hadoop.hbase.util.SimplePositionedMutableByteRange;

/** HBase's OrderedBytes, which write into one buffer. */
final class HBase {
  private static final int HASH_LEN = 4;

  private HBase() {}

  static Codec<?> codec(String name) {
    return switch (name) {
      case "composite-key" -> key(Order.ASCENDING);
      case "composite-key-desc" -> key(Order.DESCENDING);
      case "value-int64" ->
          new Ordered<>(c -> Long.valueOf(c.get(0)), (b, v) -> OrderedBytes.encodeInt64(b, v, Order.ASCENDING), OrderedBytes::decodeInt64);
      case "value-string" ->
          new Ordered<>(c -> c.get(0), (b, v) -> OrderedBytes.encodeString(b, v, Order.ASCENDING), OrderedBytes::decodeString);
      case "value-numeric" ->
          new Ordered<>(
              c -> new BigDecimal(c.get(0)),
              (b, v) -> OrderedBytes.encodeNumeric(b, v, Order.ASCENDING),
              OrderedBytes::decodeNumericAsBigDecimal);
      default -> throw new IllegalArgumentException(name);
    };
  }

  private static Codec<Key> key(Order order) {
    return new Ordered<>(Key::parse, (b, k) -> write(b, k, order), HBase::read);
  }

  private static void write(PositionedByteRange b, Key k, Order order) {
    b.put((byte) (k.hash() >>> 24)).put((byte) (k.hash() >>> 16)).put((byte) (k.hash() >>> 8)).put((byte) k.hash());
    OrderedBytes.encodeString(b, k.first(), order);
    OrderedBytes.encodeInt64(b, k.number(), order);
    OrderedBytes.encodeString(b, k.second(), order);
    OrderedBytes.encodeFloat64(b, k.score(), order);
  }

  private static Key read(PositionedByteRange b) {
    int hash = 0;
    for (int i = 0; i < HASH_LEN; i++) {
      hash = hash << 8 | b.get() & 0xff;
    }
    return new Key(
        hash,
        OrderedBytes.decodeString(b),
        OrderedBytes.decodeInt64(b),
        OrderedBytes.decodeString(b),
        OrderedBytes.decodeFloat64(b));
  }

  /** Writes one value behind what a buffer has. */
  private interface Writer<T> {
    void write(PositionedByteRange buffer, T value);
  }

  /** A codec of parts that read from and write to a positioned buffer. */
  private record Ordered<T>(Function<List<String>, T> parser, Writer<T> writer, Function<PositionedByteRange, T> reader, PositionedByteRange buffer)
      implements Codec<T> {
    private static final int BUFFER_LEN = 256;

    Ordered(Function<List<String>, T> parser, Writer<T> writer, Function<PositionedByteRange, T> reader) {
      this(parser, writer, reader, new SimplePositionedMutableByteRange(BUFFER_LEN));
    }

    @Override
    public T parse(List<String> columns) {
      return parser.apply(columns);
    }

    @Override
    public Object encode(T value) {
      buffer.setPosition(0);
      writer.write(buffer, value);
      return buffer;
    }

    @Override
    public byte[] bytes(T value) {
      encode(value);
      return Arrays.copyOf(buffer.getBytes(), buffer.getPosition());
    }

    @Override
    public T decode(byte[] stored) {
      return reader.apply(new SimplePositionedMutableByteRange(stored));
    }
  }
}
