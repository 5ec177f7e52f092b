package rowlens.bench;

import java.math.BigInteger;
import java.util.List;
import java.util.function.Function;
import org.apache.accumulo.core.client.lexicoder.BigIntegerLexicoder;
import org.apache.accumulo.core.client.lexicoder.DoubleLexicoder;
import org.apache.accumulo.core.client.lexicoder.Lexicoder;
import org.apache.accumulo.core.client.lexicoder.LongLexicoder;
import org.apache.accumulo.core.client.lexicoder.PairLexicoder;
import org.apache.accumulo.core.client.lexicoder.ReverseLexicoder;
import org.apache.accumulo.core.client.lexicoder.StringLexicoder;
import org.apache.accumulo.core.client.lexicoder.UIntegerLexicoder;
import org.apache.accumulo.core.util.ComparablePair;

/** Accumulo's lexicoders. A composite key is pairs inside each other, which is what they offer for several types. */
final class Accumulo {
  private Accumulo() {}

  static Codec<?> codec(String name) {
    return switch (name) {
      case "composite-key" -> new Lexicoded<>(Accumulo::pairs, keys());
      case "composite-key-desc" -> new Lexicoded<>(Accumulo::pairs, new ReverseLexicoder<>(keys()));
      case "value-long" -> new Lexicoded<>(c -> Long.valueOf(c.get(0)), new LongLexicoder());
      case "value-string" -> new Lexicoded<>(c -> c.get(0), new StringLexicoder());
      case "value-biginteger" -> new Lexicoded<>(c -> new BigInteger(c.get(0)), new BigIntegerLexicoder());
      default -> throw new IllegalArgumentException(name);
    };
  }

  /** pair(uinteger, pair(string, pair(long, pair(string, double)))). */
  private static PairLexicoder<Integer, ComparablePair<String, ComparablePair<Long, ComparablePair<String, Double>>>> keys() {
    var inner = new PairLexicoder<>(new LongLexicoder(), new PairLexicoder<>(new StringLexicoder(), new DoubleLexicoder()));
    return new PairLexicoder<>(new UIntegerLexicoder(), new PairLexicoder<>(new StringLexicoder(), inner));
  }

  private static ComparablePair<Integer, ComparablePair<String, ComparablePair<Long, ComparablePair<String, Double>>>> pairs(List<String> columns) {
    Key k = Key.parse(columns);
    var inner = new ComparablePair<>(k.number(), new ComparablePair<>(k.second(), k.score()));
    return new ComparablePair<>(k.hash(), new ComparablePair<>(k.first(), inner));
  }

  /** A codec that is a lexicoder. */
  private record Lexicoded<T>(Function<List<String>, T> parser, Lexicoder<T> lexicoder) implements Codec<T> {
    @Override
    public T parse(List<String> columns) {
      return parser.apply(columns);
    }

    @Override
    public Object encode(T value) {
      return lexicoder.encode(value);
    }

    @Override
    public byte[] bytes(T value) {
      return lexicoder.encode(value);
    }

    @Override
    public T decode(byte[] stored) {
      return lexicoder.decode(stored);
    }
  }
}
