package rowlens.scans;

import java.io.IOException;

/** Takes rows in the order of their keys. Each becomes an entry in the column f:field0, with one timestamp for all. */
interface Rows extends AutoCloseable {
  byte[] FAMILY = {'f'};
  byte[] QUALIFIER = "field0".getBytes();
  long TIME = 1700000000000L;

  void put(byte[] key, byte[] value) throws IOException;

  @Override
  void close() throws IOException;
}
