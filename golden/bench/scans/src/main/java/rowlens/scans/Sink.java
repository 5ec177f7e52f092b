package rowlens.scans;

/** Where a scanner's entries go. Parts alias what the scanner has, until the next entry. */
interface Sink {
  void part(byte[] bytes, int offset, int length);

  /** Ends an entry. */
  void end();
}
