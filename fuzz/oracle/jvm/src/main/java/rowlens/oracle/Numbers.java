package rowlens.oracle;

import java.math.BigDecimal;
import java.math.MathContext;
import java.math.RoundingMode;
import java.util.Map;

/** Numbers and their text, of the JDK. */
final class Numbers {
  /** What OrderedBytes keep of a decimal. */
  private static final MathContext KEPT = new MathContext(31, RoundingMode.HALF_UP);

  private Numbers() {}

  static void add(Map<String, Ask.Question> questions) {
    questions.put("number.double-text", a -> Double.toString(Ask.toDouble(a[0])));
    questions.put("number.float-text", a -> Float.toString(Ask.toFloat(a[0])));
    questions.put("number.double", a -> {
      double d = Double.parseDouble(Ask.text(a[0]));
      return Ask.bits(d) + "\t" + Ask.hex(Double.toString(d));
    });
    questions.put("number.float", a -> {
      float f = Float.parseFloat(Ask.text(a[0]));
      return Ask.bits(f) + "\t" + Ask.hex(Float.toString(f));
    });
    questions.put("number.byte", a -> whole(Byte.parseByte(Ask.text(a[0]))));
    questions.put("number.short", a -> whole(Short.parseShort(Ask.text(a[0]))));
    questions.put("number.integer", a -> whole(Integer.parseInt(Ask.text(a[0]))));
    questions.put("number.long", a -> whole(Long.parseLong(Ask.text(a[0]))));
    questions.put("number.decimal", a -> {
      BigDecimal d = new BigDecimal(a[0]).round(KEPT);
      return d.signum() == 0 ? "0" : d.stripTrailingZeros().toString();
    });
  }

  private static String whole(long n) {
    return n + "\t" + Ask.hex(Long.toString(n));
  }
}
