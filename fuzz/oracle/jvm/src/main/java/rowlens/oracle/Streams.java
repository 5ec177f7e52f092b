package rowlens.oracle;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InvalidClassException;
import java.io.ObjectInputFilter;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.io.ObjectStreamClass;
import java.io.ObjectStreamField;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import rowlens.oracle.Ask.NoAnswer;

/** Java object streams. */
final class Streams {
  private static final int LONGEST_ARRAY = 1 << 20;

  /** Classes that are read: their code is known to do nothing but hold data. */
  private static final Set<String> CLASSES =
      Set.of(
          "java.lang.Integer", "java.lang.Long", "java.lang.Short", "java.lang.Byte", "java.lang.Double", "java.lang.Float",
          "java.lang.Boolean", "java.lang.Character", "java.lang.Number", "java.lang.Enum", "java.lang.String", "java.lang.Class",
          "java.lang.Object", "java.util.Date", "java.sql.Timestamp", "java.math.BigInteger", "java.math.BigDecimal", "java.util.UUID",
          "java.util.ArrayList", "java.util.LinkedList", "java.util.ArrayDeque", "java.util.Vector", "java.util.HashSet",
          "java.util.LinkedHashSet", "java.util.TreeSet", "java.util.HashMap", "java.util.LinkedHashMap", "java.util.TreeMap",
          "java.util.BitSet", "java.util.Locale", "java.lang.StringBuilder", "java.util.Optional", "java.time.Ser",
          "java.util.concurrent.TimeUnit", "java.time.DayOfWeek", "java.math.RoundingMode");

  private Streams() {}

  static void add(Map<String, Ask.Question> questions) {
    questions.put("stream.make", a -> Ask.HEX.formatHex(write(new Graphs(new Random(Long.parseLong(a[0]))).make())));
    questions.put("stream.read", a -> {
      byte[] stored = Ask.HEX.parseHex(a[0]);
      Object value = read(stored);
      return Models.print(value) + "\t" + Ask.HEX.formatHex(write(value));
    });
  }

  private static byte[] write(Object value) throws IOException {
    var bytes = new ByteArrayOutputStream();
    try (var out = new ObjectOutputStream(bytes)) {
      out.writeObject(value);
    }
    return bytes.toByteArray();
  }

  private static Object read(byte[] stored) throws Exception {
    try (var in = new Reader(new ByteArrayInputStream(stored))) {
      return in.readObject();
    } catch (ClassNotFoundException | InvalidClassException e) {
      throw new NoAnswer(e.getMessage());
    }
  }

  /**
   * Reads classes that are the ones of this JDK, field for field: where a stream
   * describes another class of the same name, a JDK fills in and drops fields.
   */
  private static final class Reader extends ObjectInputStream {
    Reader(ByteArrayInputStream in) throws IOException {
      super(in);
      setObjectInputFilter(
          info -> info.arrayLength() > LONGEST_ARRAY ? ObjectInputFilter.Status.REJECTED : ObjectInputFilter.Status.ALLOWED);
    }

    @Override
    protected Class<?> resolveClass(ObjectStreamClass described) throws IOException, ClassNotFoundException {
      String name = described.getName();
      String element = name.replaceFirst("^\\[+L(.*);$", "$1");
      if (!CLASSES.contains(element) && !name.matches("\\[+[ZBCSIJFD]|int|long|boolean|void")) {
        throw new ClassNotFoundException("not read: " + name);
      }
      Class<?> known = super.resolveClass(described);
      ObjectStreamClass local = ObjectStreamClass.lookupAny(known);
      if (!fields(described).equals(fields(local))) {
        throw new ClassNotFoundException("another " + name);
      }
      return known;
    }

    @Override
    protected Class<?> resolveProxyClass(String[] interfaces) throws ClassNotFoundException {
      throw new ClassNotFoundException("a proxy");
    }

    private static String fields(ObjectStreamClass c) {
      var out = new StringBuilder();
      for (ObjectStreamField f : c.getFields()) {
        out.append(f.getTypeString() == null ? f.getTypeCode() : f.getTypeString()).append(' ').append(f.getName()).append('\n');
      }
      return out.toString();
    }
  }
}
