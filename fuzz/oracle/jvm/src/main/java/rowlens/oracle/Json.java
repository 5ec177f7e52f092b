package rowlens.oracle;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.util.Map;

/** Jackson. */
final class Json {
  private static final ObjectMapper MAPPER = new ObjectMapper();

  private Json() {}

  /** Reads text as a tree, and answers the text that Jackson writes for that. */
  static void add(Map<String, Ask.Question> questions) {
    questions.put("json.read", a -> {
      JsonNode tree = MAPPER.readTree(Ask.HEX.parseHex(a[0]));
      return tree.isMissingNode() ? "" : Ask.HEX.formatHex(MAPPER.writeValueAsBytes(tree));
    });
  }
}
