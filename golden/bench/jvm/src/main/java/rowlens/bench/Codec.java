package rowlens.bench;

import java.util.List;

/** How a peer writes and reads one kind of value. */
interface Codec<T> {
  /** The value of a sample. */
  T parse(List<String> columns);

  /** Encodes a value to whatever holds its bytes. */
  Object encode(T value);

  /** The bytes of a value, alone. */
  byte[] bytes(T value);

  /** The value of stored bytes. */
  T decode(byte[] stored);
}
