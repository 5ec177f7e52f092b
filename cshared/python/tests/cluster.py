"""Spark on a small cluster of this machine, for all tests: two executors, one core and 1 GiB each."""

import atexit
import os
import shutil
import signal
import subprocess
import sys
import tempfile
import threading

_session = []


def session():
    """The session, which tests must not stop."""
    from pyspark.sql import SparkSession

    if _session:
        return _session[0]
    # The executors must use this same Python, which has the package.
    os.environ["PYSPARK_PYTHON"] = os.environ["PYSPARK_DRIVER_PYTHON"] = sys.executable
    home = tempfile.mkdtemp()
    builder = SparkSession.builder.master("local-cluster[2,1,1024]")
    for name, value in {
        "spark.ui.enabled": "false",
        "spark.ui.showConsoleProgress": "false",
        "spark.sql.shuffle.partitions": "2",
        "spark.local.dir": home,
        "spark.executor.extraJavaOptions": "-XX:TieredStopAtLevel=1",
    }.items():
        builder = builder.config(name, value)
    _session.append(builder.getOrCreate())
    _session[0].sparkContext.setLogLevel("OFF")
    atexit.register(lambda: (_session[0].stop(), shutil.rmtree(home, ignore_errors=True)))
    return _session[0]


def executors():
    """The processes of the executors that are alive."""
    port = session().sparkContext.getConf().get("spark.driver.port")
    found = subprocess.run(["pgrep", "-f", f"CoarseGrainedExecutorBackend.*CoarseGrainedScheduler@[^ ]*:{port} .*--executor-id"], capture_output=True, text=True).stdout
    return [int(pid) for pid in found.split()]


def kill():
    """Kills one of the executors."""
    pid = executors()[0]
    os.kill(pid, signal.SIGKILL)
    return pid


def in_the_middle(work, then):
    """Does work in a thread, and something else once some of its tasks are done and others are not; returns the work's result."""
    results = []
    thread = threading.Thread(target=lambda: results.append(work()))
    tracker = session().sparkContext.statusTracker()
    thread.start()
    while thread.is_alive() and not any(info and 2 < info.numCompletedTasks < info.numTasks for info in map(tracker.getStageInfo, tracker.getActiveStageIds())):
        thread.join(0.02)
    reached = thread.is_alive()
    then()
    thread.join(300)
    return results[0] if reached and results else None
