package rowlens.regions;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.Map;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.filter.ParseFilter;

/**
 * A line of HBase's shell: {@code scan TABLE, {NAME => VALUE, …}}. The shell itself is Ruby and is not run; here its
 * options become a {@link Scan} as they do there, and one that is not known here is an error. A VALUE is a number, a list
 * of two, or a text in double quotes, in which {@code \xHH} is a byte.
 */
final class Command {
  private final String line;
  private int at;

  final Scan scan = new Scan();
  int limit = Integer.MAX_VALUE; // rows at most: the client counts them

  Command(String line) throws IOException {
    this.line = line.strip();
    expect("scan ");
    table();
    expect(", {");
    Map<String, Object> options = new LinkedHashMap<>();
    do {
      String name = word();
      expect(" => ");
      options.put(name, value());
    } while (skip(", "));
    expect("}");
    if (at != this.line.length()) {
      throw new IOException("expected the end at " + at + ": " + this.line);
    }
    for (Map.Entry<String, Object> option : options.entrySet()) {
      apply(option.getKey(), option.getValue());
    }
  }

  private void apply(String name, Object value) throws IOException {
    switch (name) {
      case "STARTROW" -> scan.withStartRow((byte[]) value);
      case "STOPROW" -> scan.withStopRow((byte[]) value);
      case "COLUMNS" -> scan.addFamily((byte[]) value);
      case "FILTER" -> scan.setFilter(new ParseFilter().parseFilterString((byte[]) value));
      case "TIMERANGE" -> scan.setTimeRange(((long[]) value)[0], ((long[]) value)[1]);
      case "VERSIONS" -> scan.readVersions(Math.toIntExact((Long) value));
      case "LIMIT" -> limit = Math.toIntExact((Long) value);
      default -> throw new IOException("an option that is not known: " + name);
    }
  }

  private void table() throws IOException {
    int quote = line.charAt(at);
    int end = line.indexOf(quote, at + 1);
    if (quote != '"' && quote != '\'' || end < 0) {
      throw new IOException("expected the name of a table: " + line);
    }
    at = end + 1;
  }

  private String word() {
    int from = at;
    while (at < line.length() && Character.isUpperCase(line.charAt(at))) {
      at++;
    }
    return line.substring(from, at);
  }

  private Object value() throws IOException {
    if (skip("[")) {
      long from = number();
      expect(", ");
      long[] both = {from, number()};
      expect("]");
      return both;
    }
    return line.startsWith("\"", at) ? text() : (Object) number();
  }

  private long number() {
    int from = at;
    while (at < line.length() && Character.isDigit(line.charAt(at))) {
      at++;
    }
    return Long.parseLong(line.substring(from, at));
  }

  private byte[] text() throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    for (expect("\""); !skip("\""); at++) {
      char c = line.charAt(at);
      if (c == '#' || c < ' ' || c > '~') {
        throw new IOException("Ruby would not take a byte as it is at " + at + ": " + line);
      }
      if (c == '\\') {
        if (line.charAt(at + 1) != 'x') {
          throw new IOException("expected \\xHH at " + at + ": " + line);
        }
        c = (char) Integer.parseInt(line.substring(at + 2, at + 4), 16);
        at += 3;
      }
      bytes.write(c);
    }
    return bytes.toByteArray();
  }

  private boolean skip(String text) {
    boolean there = line.startsWith(text, at);
    if (there) {
      at += text.length();
    }
    return there;
  }

  private void expect(String text) throws IOException {
    if (!skip(text)) {
      throw new IOException("expected " + text + " at " + at + ": " + line);
    }
  }
}
