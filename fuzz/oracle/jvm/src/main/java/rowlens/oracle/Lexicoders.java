package rowlens.oracle;

import java.math.BigInteger;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Date;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.function.Function;
import org.apache.accumulo.core.client.lexicoder.BigIntegerLexicoder;
import org.apache.accumulo.core.client.lexicoder.BytesLexicoder;
import org.apache.accumulo.core.client.lexicoder.DateLexicoder;
import org.apache.accumulo.core.client.lexicoder.DoubleLexicoder;
import org.apache.accumulo.core.client.lexicoder.FloatLexicoder;
import org.apache.accumulo.core.client.lexicoder.IntegerLexicoder;
import org.apache.accumulo.core.client.lexicoder.Lexicoder;
import org.apache.accumulo.core.client.lexicoder.ListLexicoder;
import org.apache.accumulo.core.client.lexicoder.LongLexicoder;
import org.apache.accumulo.core.client.lexicoder.PairLexicoder;
import org.apache.accumulo.core.client.lexicoder.ReverseLexicoder;
import org.apache.accumulo.core.client.lexicoder.SequenceLexicoder;
import org.apache.accumulo.core.client.lexicoder.StringLexicoder;
import org.apache.accumulo.core.client.lexicoder.TextLexicoder;
import org.apache.accumulo.core.client.lexicoder.UIntegerLexicoder;
import org.apache.accumulo.core.client.lexicoder.ULongLexicoder;
import org.apache.accumulo.core.client.lexicoder.UUIDLexicoder;
import org.apache.accumulo.core.util.ComparablePair;
import org.apache.hadoop.io.Text;

/**
 * Accumulo's lexicoders. A value is written as {@code =token}, a pair or list as
 * {@code (value,value)}.
 */
final class Lexicoders {
  private Lexicoders() {}

  static void add(Map<String, Ask.Question> questions) {
    questions.put("lexicoder.encode", a -> {
      Kind kind = new Parser(a[0]).kind();
      return Ask.HEX.formatHex(kind.lexicoder.encode(kind.parse(new Parser(a[1]))));
    });
    questions.put("lexicoder.decode", a -> {
      Kind kind = new Parser(a[0]).kind();
      Object value = kind.lexicoder.decode(Ask.HEX.parseHex(a[1]));
      return kind.print(value) + "\t" + Ask.again(() -> kind.lexicoder.encode(value));
    });
    questions.put("lexicoder.order", a -> {
      Kind kind = new Parser(a[0]).kind();
      return Ask.sign(kind.compare(kind.parse(new Parser(a[1])), kind.parse(new Parser(a[2]))));
    });
  }

  /** A lexicoder, and what it is made of. */
  private static final class Kind {
    final String name;
    final List<Kind> of;
    final Lexicoder<Object> lexicoder;

    @SuppressWarnings({"unchecked", "rawtypes"})
    Kind(String name, List<Kind> of) {
      this.name = name;
      this.of = of;
      Lexicoder<?> made =
          switch (name) {
            case "reverse" -> new ReverseLexicoder<>(of.get(0).lexicoder);
            case "pair" -> new PairLexicoder(of.get(0).lexicoder, of.get(1).lexicoder);
            case "list" -> new ListLexicoder<>(of.get(0).lexicoder);
            case "sequence" -> new SequenceLexicoder<>(of.get(0).lexicoder);
            default -> Scalar.valueOf(name).lexicoder;
          };
      lexicoder = (Lexicoder<Object>) made;
    }

    @SuppressWarnings({"unchecked", "rawtypes"})
    Object parse(Parser p) {
      switch (name) {
        case "reverse":
          return of.get(0).parse(p);
        case "pair":
          p.skip('(');
          Object first = of.get(0).parse(p);
          p.skip(',');
          Object second = of.get(1).parse(p);
          p.skip(')');
          return new ComparablePair((Comparable) first, (Comparable) second);
        case "list", "sequence":
          List<Object> items = new ArrayList<>();
          p.skip('(');
          while (!p.at(')')) {
            if (!items.isEmpty()) {
              p.skip(',');
            }
            items.add(of.get(0).parse(p));
          }
          p.skip(')');
          return items;
        default:
          p.skip('=');
          return Scalar.valueOf(name).parse.apply(p.word());
      }
    }

    String print(Object value) {
      return switch (name) {
        case "reverse" -> of.get(0).print(value);
        case "pair" -> {
          var pair = (ComparablePair<?, ?>) value;
          yield "(" + of.get(0).print(pair.getFirst()) + "," + of.get(1).print(pair.getSecond()) + ")";
        }
        case "list", "sequence" -> {
          var out = new ArrayList<String>();
          for (Object item : (List<?>) value) {
            out.add(of.get(0).print(item));
          }
          yield "(" + String.join(",", out) + ")";
        }
        default -> "=" + Scalar.valueOf(name).print(value);
      };
    }

    int compare(Object a, Object b) {
      return switch (name) {
        case "reverse" -> -of.get(0).compare(a, b);
        case "pair" -> {
          var x = (ComparablePair<?, ?>) a;
          var y = (ComparablePair<?, ?>) b;
          int c = of.get(0).compare(x.getFirst(), y.getFirst());
          yield c != 0 ? c : of.get(1).compare(x.getSecond(), y.getSecond());
        }
        case "list", "sequence" -> {
          List<?> x = (List<?>) a;
          List<?> y = (List<?>) b;
          for (int i = 0; i < Math.min(x.size(), y.size()); i++) {
            int c = of.get(0).compare(x.get(i), y.get(i));
            if (c != 0) {
              yield c;
            }
          }
          yield x.size() - y.size();
        }
        default -> Scalar.valueOf(name).compare(a, b);
      };
    }
  }

  /** The lexicoders of values. */
  private enum Scalar {
    uinteger(new UIntegerLexicoder(), Integer::parseUnsignedInt, v -> Integer.toUnsignedString((Integer) v)),
    ulong(new ULongLexicoder(), Long::parseUnsignedLong, v -> Long.toUnsignedString((Long) v)),
    integer(new IntegerLexicoder(), Integer::valueOf, Object::toString),
    date(new DateLexicoder(), s -> new Date(Long.parseLong(s)), v -> Long.toString(((Date) v).getTime())),
    biginteger(new BigIntegerLexicoder(), BigInteger::new, Object::toString),
    uuid(new UUIDLexicoder(), UUID::fromString, Object::toString),
    string(new StringLexicoder(), Ask::text, v -> Ask.hex((String) v)),
    text(new TextLexicoder(), s -> new Text(Ask.HEX.parseHex(s)), v -> Ask.HEX.formatHex(((Text) v).copyBytes())),
    bytes(new BytesLexicoder(), s -> Ask.HEX.parseHex(s), v -> Ask.HEX.formatHex((byte[]) v)),
    // The names of three are types of Java.
    long_(new LongLexicoder(), Long::valueOf, Object::toString),
    double_(new DoubleLexicoder(), Ask::toDouble, v -> Ask.bits((Double) v)),
    float_(new FloatLexicoder(), Ask::toFloat, v -> Ask.bits((Float) v));

    final Lexicoder<?> lexicoder;
    final Function<String, Object> parse;
    private final Function<Object, String> print;

    Scalar(Lexicoder<?> lexicoder, Function<String, Object> parse, Function<Object, String> print) {
      this.lexicoder = lexicoder;
      this.parse = parse;
      this.print = print;
    }

    String print(Object value) {
      return print.apply(value);
    }

    @SuppressWarnings("unchecked")
    int compare(Object a, Object b) {
      return switch (this) {
        case uinteger -> Integer.compareUnsigned((Integer) a, (Integer) b);
        case ulong -> Long.compareUnsigned((Long) a, (Long) b);
        case bytes -> Arrays.compareUnsigned((byte[]) a, (byte[]) b);
        case string -> Arrays.compare(((String) a).codePoints().toArray(), ((String) b).codePoints().toArray());
        default -> ((Comparable<Object>) a).compareTo(b);
      };
    }
  }

  /** Reads expressions and values. */
  private static final class Parser {
    private final String text;
    private int at;

    Parser(String text) {
      this.text = text;
    }

    boolean at(char c) {
      return at < text.length() && text.charAt(at) == c;
    }

    void skip(char c) {
      if (!at(c)) {
        throw new IllegalStateException("expected " + c + " at " + at + " of " + text);
      }
      at++;
    }

    String word() {
      int from = at;
      while (at < text.length() && "(),".indexOf(text.charAt(at)) < 0) {
        at++;
      }
      return text.substring(from, at);
    }

    Kind kind() {
      String name = word();
      List<Kind> of = new ArrayList<>();
      while (at('(') || at(',') && !of.isEmpty() && of.size() < 2 && name.equals("pair")) {
        at++;
        of.add(kind());
        if (of.size() == (name.equals("pair") ? 2 : 1)) {
          skip(')');
          break;
        }
      }
      return new Kind(switch (name) {
        case "long", "double", "float" -> name + "_";
        default -> name;
      }, of);
    }
  }
}
