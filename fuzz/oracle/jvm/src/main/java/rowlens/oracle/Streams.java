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
import java.lang.reflect.Field;
import java.util.List;
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
          "java.util.BitSet", "java.util.Locale", "java.lang.StringBuilder", "java.util.Optional",
          "java.util.concurrent.TimeUnit", "java.time.DayOfWeek", "java.math.RoundingMode");

  private Streams() {}

  static void add(Map<String, Ask.Question> questions) {
    questions.put("stream.make", a -> Ask.HEX.formatHex(write(new Graphs(new Random(Long.parseLong(a[0]))).make())));
    questions.put("stream.read", a -> {
      byte[] stored = Ask.HEX.parseHex(a[0]);
      Object value = read(stored);
      return Models.print(value) + "\t" + Ask.again(() -> write(value));
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
    var in = new Reader(new ByteArrayInputStream(stored));
    try (in) {
      Object value = in.readObject();
      in.answerable();
      return value;
    } catch (NoAnswer | ClassNotFoundException | InvalidClassException e) {
      throw new NoAnswer(e.getMessage());
    } catch (Exception e) {
      in.answerable();
      if (String.valueOf(e.getMessage()).contains("enum constant")) {
        throw new NoAnswer(e.getMessage());
      }
      throw e;
    }
  }

  /**
   * Reads classes that are the ones of this JDK, field for field: where a stream
   * describes another class of the same name, a JDK fills in and drops fields.
   */
  private static final class Reader extends ObjectInputStream {
    private String other;

    Reader(ByteArrayInputStream in) throws IOException {
      super(in);
      setObjectInputFilter(
          info -> info.arrayLength() > LONGEST_ARRAY ? ObjectInputFilter.Status.REJECTED : ObjectInputFilter.Status.ALLOWED);
    }

    /** Throws if the stream has another class: Java reads on without it. */
    void answerable() throws NoAnswer {
      if (other != null) {
        throw new NoAnswer(other);
      }
    }

    @Override
    protected Class<?> resolveClass(ObjectStreamClass described) throws IOException, ClassNotFoundException {
      String name = described.getName();
      String element = name.replaceFirst("^\\[+L(.*);$", "$1");
      if (!CLASSES.contains(element) && !name.matches("\\[+[ZBCSIJFD]|int|long|boolean|void")) {
        throw unread("not read: " + name);
      }
      Class<?> known = super.resolveClass(described);
      if (!shape(described).equals(shape(ObjectStreamClass.lookupAny(known)))) {
        throw unread("another " + name);
      }
      return known;
    }

    @Override
    protected Class<?> resolveProxyClass(String[] interfaces) throws ClassNotFoundException {
      throw unread("a proxy");
    }

    private ClassNotFoundException unread(String why) {
      other = why;
      return new ClassNotFoundException(why);
    }

    /** Flags and fields, of which the class tells the fields only. */
    private static String shape(ObjectStreamClass c) throws IOException {
      var out = new StringBuilder();
      try {
        for (String flag : List.of("hasWriteObjectData", "externalizable", "serializable", "isEnum")) {
          Field f = ObjectStreamClass.class.getDeclaredField(flag);
          f.setAccessible(true);
          out.append(f.getBoolean(c)).append(' ');
        }
      } catch (ReflectiveOperationException e) {
        throw new IOException(e);
      }
      for (ObjectStreamField f : c.getFields()) {
        out.append(f.getTypeString() == null ? f.getTypeCode() : f.getTypeString()).append(' ').append(f.getName()).append('\n');
      }
      return out.toString();
    }
  }
}
