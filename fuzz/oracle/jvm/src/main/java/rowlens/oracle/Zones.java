package rowlens.oracle;

import java.time.Instant;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.Map;
import java.util.TreeSet;

/** Time zones. */
final class Zones {
  private static final DateTimeFormatter FORM = DateTimeFormatter.ofPattern("yyyy-MM-dd HH:mm:ss");

  private Zones() {}

  static void add(Map<String, Ask.Question> questions) {
    questions.put("zone.names", a -> String.join(" ", new TreeSet<>(ZoneId.getAvailableZoneIds())));
    questions.put("zone.text", a -> FORM.format(Instant.ofEpochSecond(Long.parseLong(a[1])).atZone(ZoneId.of(Ask.text(a[0])))));
  }
}
