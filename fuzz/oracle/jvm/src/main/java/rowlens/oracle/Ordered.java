package rowlens.oracle;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.Arrays;
import java.util.Map;
import org.apache.hadoop.hbase.util.Order;
import org.apache.hadoop.hbase.util.OrderedBytes;
import org.apache.hadoop.hbase.util.PositionedByteRange;
import org.apache.hadoop.hbase.util.SimplePositionedMutableByteRange;
import rowlens.oracle.Ask.NoAnswer;

/** HBase's OrderedBytes. */
final class Ordered {
  /** From this first byte on an exponent takes more than two bytes, and HBase minutes to read it. */
  private static final int LONG_EXPONENT = 0xf9;

  private Ordered() {}

  static void add(Map<String, Ask.Question> questions) {
    questions.put("ordered.encode", a -> Ask.HEX.formatHex(encode(a[0], order(a[1]), a[2])));
    questions.put("ordered.decode", a -> decode(Ask.HEX.parseHex(a[0])));
    questions.put("ordered.long", a -> {
      long n = OrderedBytes.decodeNumericAsLong(range(a[0]));
      return n + "\t" + OrderedBytes.decodeNumericAsBigDecimal(range(a[0])).toBigInteger().equals(BigInteger.valueOf(n));
    });
    questions.put("ordered.double", a -> {
      double d = OrderedBytes.decodeNumericAsDouble(range(a[0]));
      return Ask.bits(d) + "\t" + (d == 0 ? !isNumber(range(a[0])) : Double.isFinite(d) || !isNumber(range(a[0])));
    });
    questions.put("ordered.order", a -> order(a));
  }

  private static Order order(String name) {
    return name.equals("desc") ? Order.DESCENDING : Order.ASCENDING;
  }

  private static PositionedByteRange range(String hex) throws NoAnswer {
    byte[] b = Ask.HEX.parseHex(hex);
    guard(b);
    return new SimplePositionedMutableByteRange(b);
  }

  private static byte[] encode(String type, Order order, String text) {
    var buffer = new SimplePositionedMutableByteRange(64 + 4 * text.length());
    write(buffer, type, order, text);
    return Arrays.copyOf(buffer.getBytes(), buffer.getPosition());
  }

  private static void write(PositionedByteRange b, String type, Order order, String text) {
    switch (type) {
      case "null" -> OrderedBytes.encodeNull(b, order);
      case "int8" -> OrderedBytes.encodeInt8(b, Byte.parseByte(text), order);
      case "int16" -> OrderedBytes.encodeInt16(b, Short.parseShort(text), order);
      case "int32" -> OrderedBytes.encodeInt32(b, Integer.parseInt(text), order);
      case "int64" -> OrderedBytes.encodeInt64(b, Long.parseLong(text), order);
      case "float32" -> OrderedBytes.encodeFloat32(b, Ask.toFloat(text), order);
      case "float64" -> OrderedBytes.encodeFloat64(b, Ask.toDouble(text), order);
      case "numeric" -> writeNumeric(b, order, text);
      case "numeric-long" -> OrderedBytes.encodeNumeric(b, Long.parseLong(text), order);
      case "numeric-double" -> OrderedBytes.encodeNumeric(b, Ask.toDouble(text), order);
      case "string" -> OrderedBytes.encodeString(b, Ask.text(text), order);
      case "blob-var" -> OrderedBytes.encodeBlobVar(b, Ask.HEX.parseHex(text), order);
      case "blob-copy" -> OrderedBytes.encodeBlobCopy(b, Ask.HEX.parseHex(text), order);
      default -> throw new IllegalArgumentException(type);
    }
  }

  private static void writeNumeric(PositionedByteRange b, Order order, String text) {
    switch (text) {
      case "NaN", "Infinity", "-Infinity" -> OrderedBytes.encodeNumeric(b, Double.parseDouble(text), order);
      default -> OrderedBytes.encodeNumeric(b, new BigDecimal(text), order);
    }
  }

  /** Type, order, value, how many bytes it took, and the bytes that HBase writes for it. */
  private static String decode(byte[] stored) throws NoAnswer {
    guard(stored);
    var b = new SimplePositionedMutableByteRange(stored);
    String type = type(b);
    Order order = stored[0] < 0 ? Order.DESCENDING : Order.ASCENDING;
    String value = read(b, type);
    String again = Ask.again(() -> encode(type, order, value));
    return String.join("\t", type, order == Order.ASCENDING ? "asc" : "desc", value, Integer.toString(b.getPosition()), again);
  }

  private static String type(PositionedByteRange b) {
    if (OrderedBytes.isNull(b)) {
      return "null";
    } else if (OrderedBytes.isNumeric(b)) {
      return "numeric";
    } else if (OrderedBytes.isFixedInt8(b)) {
      return "int8";
    } else if (OrderedBytes.isFixedInt16(b)) {
      return "int16";
    } else if (OrderedBytes.isFixedInt32(b)) {
      return "int32";
    } else if (OrderedBytes.isFixedInt64(b)) {
      return "int64";
    } else if (OrderedBytes.isFixedFloat32(b)) {
      return "float32";
    } else if (OrderedBytes.isFixedFloat64(b)) {
      return "float64";
    } else if (OrderedBytes.isText(b)) {
      return "string";
    } else if (OrderedBytes.isBlobVar(b)) {
      return "blob-var";
    } else if (OrderedBytes.isBlobCopy(b)) {
      return "blob-copy";
    }
    throw new IllegalArgumentException("no header");
  }

  private static String read(PositionedByteRange b, String type) {
    return switch (type) {
      case "null" -> {
        b.get();
        yield "";
      }
      case "int8" -> Byte.toString(OrderedBytes.decodeInt8(b));
      case "int16" -> Short.toString(OrderedBytes.decodeInt16(b));
      case "int32" -> Integer.toString(OrderedBytes.decodeInt32(b));
      case "int64" -> Long.toString(OrderedBytes.decodeInt64(b));
      case "float32" -> Ask.bits(OrderedBytes.decodeFloat32(b));
      case "float64" -> Ask.bits(OrderedBytes.decodeFloat64(b));
      case "numeric" -> readNumeric(b);
      case "string" -> Ask.hex(OrderedBytes.decodeString(b));
      case "blob-var" -> Ask.HEX.formatHex(OrderedBytes.decodeBlobVar(b));
      default -> Ask.HEX.formatHex(OrderedBytes.decodeBlobCopy(b));
    };
  }

  /** Whether bytes are a decimal number other than zero. */
  private static boolean isNumber(PositionedByteRange b) {
    return !OrderedBytes.isNumericInfinite(b) && !OrderedBytes.isNumericNaN(b) && OrderedBytes.decodeNumericAsBigDecimal(b).signum() != 0;
  }

  private static String readNumeric(PositionedByteRange b) {
    if (OrderedBytes.isNumericNaN(b) || OrderedBytes.isNumericInfinite(b)) {
      return Double.toString(OrderedBytes.decodeNumericAsDouble(b));
    }
    return plain(OrderedBytes.decodeNumericAsBigDecimal(b));
  }

  /** A number without trailing zeros. */
  private static String plain(BigDecimal n) {
    return n.signum() == 0 ? "0" : n.stripTrailingZeros().toString();
  }

  private static void guard(byte[] b) throws NoAnswer {
    if (b.length < 2) {
      return;
    }
    int header = b[0] & 0xff;
    int first = b[1] & 0xff;
    boolean plain = header == 0x22 || header == 0x14 || header == 0xf7 || header == 0xe9;
    boolean complemented = header == 0x08 || header == 0x16 || header == 0xdd || header == 0xeb;
    if (plain && first >= LONG_EXPONENT || complemented && (~first & 0xff) >= LONG_EXPONENT) {
      throw new NoAnswer("an exponent that HBase reads for minutes");
    }
  }

  /** How two values compare, ascending. */
  private static String order(String[] a) {
    return Ask.sign(
        switch (a[0]) {
          case "int8", "int16", "int32", "int64", "numeric-long" -> Long.compare(Long.parseLong(a[1]), Long.parseLong(a[2]));
          case "float32" -> Float.compare(Ask.toFloat(a[1]), Ask.toFloat(a[2]));
          case "float64" -> Double.compare(Ask.toDouble(a[1]), Ask.toDouble(a[2]));
          case "numeric" -> new BigDecimal(a[1]).compareTo(new BigDecimal(a[2]));
          case "string" -> Arrays.compare(Ask.text(a[1]).codePoints().toArray(), Ask.text(a[2]).codePoints().toArray());
          default -> Arrays.compareUnsigned(Ask.HEX.parseHex(a[1]), Ask.HEX.parseHex(a[2]));
        });
  }
}
