package rowlens.oracle;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.RoundingMode;
import java.sql.Timestamp;
import java.time.DayOfWeek;
import java.time.LocalDate;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Collection;
import java.util.Date;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.LinkedList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.UUID;
import java.util.Vector;
import java.util.concurrent.TimeUnit;

/** Makes random objects of the Java library. */
final class Graphs {
  private static final int DEEPEST = 4;
  private static final int ALL_KINDS = 35;
  private static final int FLAT_KINDS = 20;

  private final Random random;
  private final List<Object> made = new ArrayList<>();

  Graphs(Random random) {
    this.random = random;
  }

  Object make() {
    return object(0);
  }

  private Object object(int depth) {
    if (!made.isEmpty() && random.nextInt(8) == 0) {
      return made.get(random.nextInt(made.size()));
    }
    int kind = random.nextInt(depth < DEEPEST ? ALL_KINDS : FLAT_KINDS);
    Object o = kind < FLAT_KINDS ? flat(kind) : deep(kind, depth);
    if (o != null && depth > 0) {
      made.add(o);
    }
    return o;
  }

  private Object flat(int kind) {
    return switch (kind) {
      case 0 -> random.nextInt();
      case 1 -> random.nextLong() >> random.nextInt(64);
      case 2 -> (short) random.nextInt();
      case 3 -> (byte) random.nextInt();
      case 4 -> Double.longBitsToDouble(random.nextLong());
      case 5 -> Float.intBitsToFloat(random.nextInt());
      case 6 -> random.nextBoolean();
      case 7 -> (char) random.nextInt();
      case 8 -> text();
      case 9 -> new Date(random.nextLong() >> random.nextInt(64));
      case 10 -> timestamp();
      case 11 -> new BigInteger(random.nextInt(200), random).multiply(BigInteger.valueOf(random.nextInt(3) - 1));
      case 12 -> new BigDecimal(new BigInteger(random.nextInt(120), random).negate(), random.nextInt(60) - 30);
      case 13 -> new UUID(random.nextLong(), random.nextLong());
      case 14 -> TimeUnit.values()[random.nextInt(TimeUnit.values().length)];
      case 15 -> random.nextBoolean() ? DayOfWeek.of(1 + random.nextInt(7)) : RoundingMode.HALF_EVEN;
      case 16 -> random.nextBoolean() ? String.class : int[].class;
      case 17 -> LocalDate.ofEpochDay(random.nextInt(100_000));
      case 18 -> random.nextBoolean() ? Locale.KOREA : new StringBuilder(text());
      default -> BitSet.valueOf(new long[] {random.nextLong()});
    };
  }

  private Timestamp timestamp() {
    var t = new Timestamp(random.nextLong() >> random.nextInt(20, 64));
    t.setNanos(random.nextInt(1_000_000_000));
    return t;
  }

  private String text() {
    var out = new StringBuilder();
    for (int n = random.nextInt(12); n > 0; n--) {
      switch (random.nextInt(6)) {
        case 0 -> out.appendCodePoint(random.nextInt(0x110000));
        case 1 -> out.append((char) random.nextInt(0x300));
        default -> out.append((char) ('a' + random.nextInt(26)));
      }
    }
    return out.toString();
  }

  private Object deep(int kind, int depth) {
    return switch (kind) {
      case 20 -> random.ints(random.nextInt(5)).toArray();
      case 21 -> random.longs(random.nextInt(5)).toArray();
      case 22 -> random.doubles(random.nextInt(5)).toArray();
      case 23 -> text().toCharArray();
      case 24 -> text().getBytes(java.nio.charset.StandardCharsets.UTF_8);
      case 25 -> new boolean[] {random.nextBoolean(), random.nextBoolean()};
      case 26 -> fill(new ArrayList<>(), depth).toArray();
      case 27 -> fill(new LinkedList<>(), depth);
      case 28 -> new ArrayDeque<>(List.of(text(), text()));
      case 29 -> new Vector<>(fill(new ArrayList<>(), depth));
      case 30 -> fill(random.nextBoolean() ? new HashSet<>() : new LinkedHashSet<>(), depth);
      case 31 -> new TreeSet<>(List.of(random.nextInt(), ~random.nextInt(100)));
      case 32 -> pairs(random.nextBoolean() ? new HashMap<>() : new LinkedHashMap<>(), depth);
      case 33 -> new TreeMap<>(Map.of(text() + "a", object(depth + 1) == null, text() + "b", true));
      default -> fill(new ArrayList<>(), depth);
    };
  }

  private Collection<Object> fill(Collection<Object> c, int depth) {
    for (int n = random.nextInt(5); n > 0; n--) {
      c.add(random.nextInt(9) == 0 ? null : object(depth + 1));
    }
    return c;
  }

  private Map<Object, Object> pairs(Map<Object, Object> m, int depth) {
    for (int n = random.nextInt(4); n > 0; n--) {
      m.put(random.nextBoolean() ? text() : object(depth + 1), object(depth + 1));
    }
    return m;
  }
}
