package rowlens.scans;

import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.util.HexFormat;

/**
 * Writes a file of the rows of standard input, a line each with key and value in hex and a tab between them. Arguments:
 * {@code hfile PATH COMPRESSION ENCODING} or {@code rfile PATH COMPRESSION}.
 */
public final class Make {
  private Make() {}

  public static void main(String[] args) throws Exception {
    HexFormat hex = HexFormat.of();
    try (BufferedReader in = new BufferedReader(new InputStreamReader(System.in));
        Rows rows = args[0].equals("hfile") ? HFiles.make(args[1], args[2], args[3]) : RFiles.make(args[1], args[2])) {
      for (String line = in.readLine(); line != null; line = in.readLine()) {
        int tab = line.indexOf('\t');
        rows.put(hex.parseHex(line, 0, tab), hex.parseHex(line, tab + 1, line.length()));
      }
    }
  }
}
