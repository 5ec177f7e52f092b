package rowlens.regions;

import io.airlift.compress.lz4.Lz4Codec;
import io.airlift.compress.lzo.LzoCodec;
import io.airlift.compress.snappy.SnappyCodec;
import io.airlift.compress.zstd.ZstdCodec;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.lang.reflect.Proxy;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.conf.Configured;
import org.apache.hadoop.hbase.io.compress.Compression;
import org.apache.hadoop.io.compress.BZip2Codec;
import org.apache.hadoop.io.compress.CompressionCodec;
import org.apache.hadoop.io.compress.CompressionInputStream;
import org.apache.hadoop.io.compress.CompressionOutputStream;
import org.apache.hadoop.io.compress.Compressor;
import org.apache.hadoop.io.compress.Decompressor;

/**
 * Compressions for HBase, whose own are native code that no Maven package has. A library's streams do all the work; HBase also wants
 * compressors, which it resets and hands back to them, and which here do nothing.
 */
abstract class Codecs extends Configured implements CompressionCodec {
  private final CompressionCodec library;

  private Codecs(CompressionCodec library) {
    this.library = library;
  }

  /** Snappy, in Hadoop's frame. */
  public static final class Snappy extends Codecs {
    public Snappy() {
      super(new SnappyCodec());
    }
  }

  /** LZ4 blocks, in Hadoop's frame. */
  public static final class Lz4 extends Codecs {
    public Lz4() {
      super(new Lz4Codec());
    }
  }

  /** LZO1X, in Hadoop's frame. */
  public static final class Lzo extends Codecs {
    public Lzo() {
      super(new LzoCodec());
    }
  }

  /** Zstandard frames. */
  public static final class Zstd extends Codecs {
    public Zstd() {
      super(new ZstdCodec());
    }
  }

  /** Streams of bzip2, of Hadoop's own in Java. */
  public static final class Bzip2 extends Codecs {
    public Bzip2() {
      super(new BZip2Codec());
    }
  }

  /** Makes HBase use them. */
  static void load() {
    Configuration conf = new Configuration(false);
    conf.setClass(Compression.SNAPPY_CODEC_CLASS_KEY, Snappy.class, CompressionCodec.class);
    conf.setClass(Compression.LZ4_CODEC_CLASS_KEY, Lz4.class, CompressionCodec.class);
    conf.setClass(Compression.LZO_CODEC_CLASS_KEY, Lzo.class, CompressionCodec.class);
    conf.setClass(Compression.ZSTD_CODEC_CLASS_KEY, Zstd.class, CompressionCodec.class);
    conf.setClass(Compression.BZIP2_CODEC_CLASS_KEY, Bzip2.class, CompressionCodec.class);
    Compression.Algorithm.SNAPPY.reload(conf);
    Compression.Algorithm.LZ4.reload(conf);
    Compression.Algorithm.LZO.reload(conf);
    Compression.Algorithm.ZSTD.reload(conf);
    Compression.Algorithm.BZIP2.reload(conf);
  }

  @Override
  public void setConf(Configuration conf) {
    super.setConf(conf);
    if (library instanceof org.apache.hadoop.conf.Configurable wants && conf != null) {
      wants.setConf(conf);
    }
  }

  @Override
  public CompressionOutputStream createOutputStream(OutputStream out) throws IOException {
    return library.createOutputStream(out);
  }

  @Override
  public CompressionOutputStream createOutputStream(OutputStream out, Compressor ignored) throws IOException {
    return library.createOutputStream(out);
  }

  @Override
  public CompressionInputStream createInputStream(InputStream in) throws IOException {
    return library.createInputStream(in);
  }

  @Override
  public CompressionInputStream createInputStream(InputStream in, Decompressor ignored) throws IOException {
    return library.createInputStream(in);
  }

  @Override
  public Class<? extends Compressor> getCompressorType() {
    return createCompressor().getClass();
  }

  @Override
  public Class<? extends Decompressor> getDecompressorType() {
    return createDecompressor().getClass();
  }

  @Override
  public Compressor createCompressor() {
    return idle(Compressor.class);
  }

  @Override
  public Decompressor createDecompressor() {
    return idle(Decompressor.class);
  }

  @Override
  public String getDefaultExtension() {
    return library.getDefaultExtension();
  }

  private static <T> T idle(Class<T> type) {
    return type.cast(
        Proxy.newProxyInstance(
            type.getClassLoader(),
            new Class<?>[] {type},
            (self, method, args) ->
                switch (method.getName()) {
                  case "equals" -> self == args[0];
                  case "hashCode" -> System.identityHashCode(self);
                  case "finished", "needsInput", "needsDictionary" -> false;
                  case "getBytesRead", "getBytesWritten" -> 0L;
                  case "compress", "decompress", "getRemaining" -> 0;
                  default -> null;
                }));
  }
}
