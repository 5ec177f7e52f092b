package rowlens.oracle;

import java.io.BufferedReader;
import java.io.BufferedWriter;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStreamWriter;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.Map;

/**
 * Answers questions with the classes of other projects: a line of standard input is a
 * question, its name and arguments with tabs between, and gets one line.
 *
 * <pre>
 *   =text     what the class answers
 *   !reason   the class refuses
 *   ?reason   the question cannot be put to the class
 * </pre>
 */
public final class Ask {
  static final HexFormat HEX = HexFormat.of();

  private Ask() {}

  /** Answers one question. */
  interface Question {
    String answer(String[] args) throws Exception;
  }

  /** Thrown where the class would say nothing about the question. */
  static final class NoAnswer extends Exception {
    private static final long serialVersionUID = 1;

    NoAnswer(String why) {
      super(why);
    }
  }

  public static void main(String[] args) throws IOException {
    Map<String, Question> questions = new HashMap<>();
    questions.put("version", a -> System.getProperty("java.specification.version"));
    Ordered.add(questions);
    Lexicoders.add(questions);
    Numbers.add(questions);
    Json.add(questions);
    Streams.add(questions);
    Zones.add(questions);
    var in = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.US_ASCII), 1 << 16);
    var out = new BufferedWriter(new OutputStreamWriter(System.out, StandardCharsets.US_ASCII), 1 << 16);
    for (String line = in.readLine(); line != null; line = in.readLine()) {
      out.write(answer(questions, line.split("\t", -1)));
      out.write('\n');
      if (!in.ready()) {
        out.flush();
      }
    }
    out.flush();
  }

  private static String answer(Map<String, Question> questions, String[] parts) {
    Question question = questions.get(parts[0]);
    if (question == null) {
      return "?there is no question " + parts[0];
    }
    try {
      return "=" + question.answer(java.util.Arrays.copyOfRange(parts, 1, parts.length));
    } catch (NoAnswer e) {
      return "?" + printable(e.getMessage());
    } catch (Exception | StackOverflowError | OutOfMemoryError | AssertionError e) {
      return "!" + printable(e.getClass().getSimpleName() + ": " + e.getMessage());
    }
  }

  /** Bytes that the class writes for a value, empty where it refuses to. */
  static String again(Writer writer) {
    try {
      return HEX.formatHex(writer.write());
    } catch (Exception e) {
      return "";
    }
  }

  /** Writes a value that was read. */
  interface Writer {
    byte[] write() throws Exception;
  }

  /** A message on one line of ASCII. */
  private static String printable(String s) {
    int max = 200;
    return s.substring(0, Math.min(max, s.length())).replaceAll("[^ -~]", ".");
  }

  /** The bytes of text as the questions spell it. */
  static String text(String hex) {
    return new String(HEX.parseHex(hex), StandardCharsets.UTF_8);
  }

  static String hex(String text) {
    return HEX.formatHex(text.getBytes(StandardCharsets.UTF_8));
  }

  static String bits(double d) {
    return HEX.toHexDigits(Double.doubleToRawLongBits(d));
  }

  static String bits(float f) {
    return HEX.toHexDigits(Float.floatToRawIntBits(f));
  }

  static double toDouble(String bits) {
    return Double.longBitsToDouble(HexFormat.fromHexDigitsToLong(bits));
  }

  static float toFloat(String bits) {
    return Float.intBitsToFloat(HexFormat.fromHexDigits(bits));
  }

  /** The sign of a comparison. */
  static String sign(int c) {
    return Integer.toString(Integer.signum(c));
  }
}
