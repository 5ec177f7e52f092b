package rowlens.scans;

import com.sun.management.OperatingSystemMXBean;
import java.lang.management.ManagementFactory;
import java.util.Collection;
import java.util.List;
import org.openjdk.jmh.infra.BenchmarkParams;
import org.openjdk.jmh.infra.IterationParams;
import org.openjdk.jmh.profile.InternalProfiler;
import org.openjdk.jmh.results.AggregationPolicy;
import org.openjdk.jmh.results.IterationResult;
import org.openjdk.jmh.results.Result;
import org.openjdk.jmh.results.ScalarResult;

/**
 * The processor time of the whole process in each iteration, its collector's and compiler's too, as those of Go count
 * on the other side. JMH itself measures the time that passes, which other work on the machine stretches.
 */
public final class Cpu implements InternalProfiler {
  private final OperatingSystemMXBean system = (OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();
  private long before;

  @Override
  public String getDescription() {
    return "processor time of the process";
  }

  @Override
  public void beforeIteration(BenchmarkParams benchmark, IterationParams iteration) {
    before = system.getProcessCpuTime();
  }

  @Override
  public Collection<? extends Result<?>> afterIteration(BenchmarkParams benchmark, IterationParams iteration, IterationResult result) {
    return List.of(new ScalarResult("cpu", system.getProcessCpuTime() - before, "ns", AggregationPolicy.AVG));
  }
}
