package rowlens.scans;

import java.security.MessageDigest;
import java.util.HexFormat;

/** Prints entries as {@code rowlens dump --as hex} does, into a buffer that is forgotten or digested when it is full. */
final class Print implements Sink {
  private static final byte[] DIGITS = "0123456789abcdef".getBytes();

  private final byte[] buffer = new byte[256 << 10];
  private final MessageDigest digest; // or null
  private boolean inside; // an entry
  private int used;
  private long size;

  Print(MessageDigest digest) {
    this.digest = digest;
  }

  @Override
  public void part(byte[] bytes, int offset, int length) {
    if (2 * length + 2 > buffer.length - used) {
      flush();
    }
    byte[] out = buffer;
    int at = used;
    if (inside) {
      out[at++] = '\t';
    }
    for (int i = offset; i < offset + length; i++) {
      out[at++] = DIGITS[bytes[i] >> 4 & 15];
      out[at++] = DIGITS[bytes[i] & 15];
    }
    used = at;
    inside = true;
  }

  @Override
  public void end() {
    buffer[used++] = '\n';
    inside = false;
  }

  /** Ends the text and returns its size. */
  long flush() {
    if (digest != null) {
      digest.update(buffer, 0, used);
    }
    size += used;
    used = 0;
    return size;
  }

  /** The digest of the whole text, in hex. */
  String sum() {
    flush();
    return HexFormat.of().formatHex(digest.digest());
  }
}
