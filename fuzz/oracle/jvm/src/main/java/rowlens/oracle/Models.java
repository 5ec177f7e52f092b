package rowlens.oracle;

import java.lang.reflect.Array;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.sql.Timestamp;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.Date;
import java.util.HashMap;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.LinkedList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.UUID;
import java.util.Vector;

/**
 * Prints an object as rowlens models it, in JSON. Three members say what a text cannot:
 * {@code @bits} a float or double by its bits, {@code @any} an object that only rowlens
 * can show, {@code @set} a list in any order.
 */
final class Models {
  private static final String ANY = "{\"@any\":true}";
  private static final Set<Class<?>> LISTS =
      Set.of(ArrayList.class, LinkedList.class, ArrayDeque.class, Vector.class, TreeSet.class, HashSet.class, LinkedHashSet.class);
  private static final Set<Class<?>> MAPS = Set.of(HashMap.class, LinkedHashMap.class, TreeMap.class);

  private final Set<Object> open = Collections.newSetFromMap(new IdentityHashMap<>());

  private Models() {}

  static String print(Object o) {
    return new Models().model(o);
  }

  private String model(Object o) {
    if (o == null) {
      return "{\"type\":\"null\"}";
    }
    String type = "\"type\":" + quoted(typeName(o));
    if (!open.add(o)) {
      return "{" + type + "}";
    }
    String members = members(o);
    open.remove(o);
    return members.equals(ANY) ? ANY : "{" + type + members + "}";
  }

  private static String typeName(Object o) {
    if (o instanceof Enum<?>) {
      return "enum";
    } else if (o.getClass() == Date.class) {
      return "date";
    } else if (o instanceof String || o instanceof Boolean || o instanceof Character || o instanceof Number && isBoxed(o)) {
      return o.getClass().getSimpleName().toLowerCase(java.util.Locale.ROOT);
    }
    return o.getClass().getName();
  }

  private static boolean isBoxed(Object o) {
    return o.getClass().getName().startsWith("java.lang.");
  }

  private String members(Object o) {
    if (o instanceof String s) {
      return text(s);
    } else if (o instanceof Enum<?> e) {
      return ",\"class\":" + quoted(e.getDeclaringClass().getName()) + ",\"value\":" + quoted(e.name());
    } else if (o instanceof Class<?> c) {
      return ",\"class\":" + quoted(c.getName());
    } else if (o instanceof Character c && Character.isSurrogate(c)) {
      return ",\"utf16\":" + quoted(Ask.HEX.toHexDigits(c));
    } else if (o instanceof BigDecimal d) {
      return ",\"value\":" + quoted(d.toString()) + ",\"unscaled\":" + quoted(d.unscaledValue().toString()) + ",\"scale\":" + d.scale();
    } else if (o instanceof Timestamp t) {
      return ",\"value\":" + quoted(Long.toString(t.getTime())) + ",\"nanos\":" + t.getNanos();
    } else if (o instanceof BigInteger || o instanceof UUID) {
      return ",\"value\":" + quoted(o.toString());
    } else if (o.getClass().isArray()) {
      return ",\"value\":" + array(o);
    } else if (LISTS.contains(o.getClass())) {
      return ",\"value\":" + list((Collection<?>) o);
    } else if (MAPS.contains(o.getClass())) {
      return ",\"value\":" + pairs((Map<?, ?>) o);
    }
    String plain = primitive(o);
    return plain == null ? ANY : ",\"value\":" + plain;
  }

  /** A boxed value or date, null if it is none. */
  private static String primitive(Object o) {
    if (o instanceof Long || o instanceof Date) {
      return quoted(Long.toString(o instanceof Date d ? d.getTime() : (Long) o));
    } else if (o instanceof Double d) {
      return "{\"@bits\":" + quoted(Ask.bits(d)) + "}";
    } else if (o instanceof Float f) {
      return "{\"@bits\":" + quoted(Ask.bits(f)) + "}";
    } else if (o instanceof Character c) {
      return Character.isSurrogate(c) ? "{\"utf16\":" + quoted(Ask.HEX.toHexDigits(c)) + "}" : quoted(c.toString());
    } else if (o instanceof Integer || o instanceof Short || o instanceof Byte || o instanceof Boolean) {
      return o.toString();
    }
    return null;
  }

  private String array(Object o) {
    if (o instanceof byte[] b) {
      return quoted(Ask.HEX.formatHex(b));
    }
    List<String> out = new ArrayList<>();
    for (int i = 0; i < Array.getLength(o); i++) {
      Object item = Array.get(o, i);
      out.add(o.getClass().getComponentType().isPrimitive() ? primitive(item) : model(item));
    }
    return "[" + String.join(",", out) + "]";
  }

  private String list(Collection<?> c) {
    List<String> out = new ArrayList<>();
    for (Object item : c) {
      out.add(model(item));
    }
    return ordered(c instanceof Set, out);
  }

  private String pairs(Map<?, ?> m) {
    List<String> out = new ArrayList<>();
    m.forEach((k, v) -> out.add("[" + model(k) + "," + model(v) + "]"));
    return ordered(!(m instanceof TreeMap), out);
  }

  private static String ordered(boolean any, List<String> items) {
    String all = "[" + String.join(",", items) + "]";
    return any ? "{\"@set\":" + all + "}" : all;
  }

  private static String text(String s) {
    if (StandardCharsets.UTF_16BE.newEncoder().canEncode(s)) {
      return ",\"value\":" + quoted(s);
    }
    var units = new StringBuilder();
    s.chars().forEach(c -> units.append(Ask.HEX.toHexDigits((char) c)));
    return ",\"utf16\":" + quoted(units.toString());
  }

  private static String quoted(String s) {
    var out = new StringBuilder("\"");
    for (char c : s.toCharArray()) {
      if (c < ' ' || c > '~' || c == '"' || c == '\\') {
        out.append("\\u").append(Ask.HEX.toHexDigits(c));
      } else {
        out.append(c);
      }
    }
    return out.append('"').toString();
  }
}
