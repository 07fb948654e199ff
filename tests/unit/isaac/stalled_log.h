// SPDX-License-Identifier: Apache-2.0
// A disk that does not get on: another program holds the lock that writes a log's database.
#pragma once
#include <QDir>
#include <QProcess>

namespace ww::test {

class StalledLog {
 public:
  static bool isPossible() { return QProcess::execute("/usr/bin/python3", {"-c", "import lmdb"}) == 0; }
  // From here on nothing more of that log is written, until release() or its end. False where that did not work.
  bool stall(const QString& folder) {
    static constexpr const char* kProgram = R"(
import lmdb, sys
env = lmdb.open(sys.argv[1], subdir=False, map_size=100 << 30)
with env.begin(write=True) as txn:
    print('held', flush=True)
    sys.stdin.readline()
)";
    holder_.start("/usr/bin/python3", {"-c", kProgram, QDir(folder).filePath("kv")});
    if (!holder_.waitForStarted()) return false;
    while (!holder_.canReadLine())  // it may come in pieces
      if (!holder_.waitForReadyRead()) return false;
    return holder_.readLine() == "held\n";
  }
  void release() {
    holder_.write("\n");
    holder_.waitForFinished();
  }
  ~StalledLog() {
    if (holder_.state() != QProcess::NotRunning) release();
  }

 private:
  QProcess holder_;
};

}  // namespace ww::test
