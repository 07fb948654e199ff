// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <QByteArray>
#include <QJsonObject>
#include <QStringList>

namespace ww::test {

struct CliOptions {
  QByteArray input;         // for its standard input, which is then closed
  int timeout_ms = 60000;   // then the program is killed
  QString folder;           // where it runs; that of the test when empty
  QStringList environment;  // NAME=VALUE, added to that of the test
};

struct CliRun {
  int exit = -1;  // -1: not started, killed or ended by a signal; `err` then says which
  QByteArray out;
  QByteArray err;

  // The one JSON object of standard output; empty when it is none.
  QJsonObject json() const;
  // Everything, for the message of a failing test.
  QByteArray describe() const;
};

// Runs `worldwright` of this build without a display, and waits for its end.
CliRun runCli(const QStringList& arguments, const CliOptions& options = {});
// The same for any program of this build (or an absolute path).
CliRun runProgram(const QString& program, const QStringList& arguments, const CliOptions& options = {});

}  // namespace ww::test

// Compares the exit status, and shows what the program said when it differs.
#define WW_COMPARE_EXIT(run, wanted)                                    \
  do {                                                                  \
    const auto& ww_run_ = (run);                                        \
    QVERIFY2(ww_run_.exit == (wanted), ww_run_.describe().constData()); \
  } while (false)
