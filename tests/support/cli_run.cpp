// SPDX-License-Identifier: Apache-2.0
#include "tests/support/cli_run.h"

#include <QDir>
#include <QJsonDocument>
#include <QProcess>

#include "tests/support/folders.h"

namespace ww::test {
namespace {

// The command line must work where there is no display: a test that passes only with one proves less.
QProcessEnvironment environmentWith(const QStringList& additions) {
  QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
  for (const char* name : {"DISPLAY", "WAYLAND_DISPLAY", "QT_QPA_PLATFORM"}) environment.remove(QLatin1String(name));
  environment.insert(QStringLiteral("NO_COLOR"), QStringLiteral("1"));
  for (const QString& addition : additions) {
    environment.insert(addition.section(QLatin1Char('='), 0, 0), addition.section(QLatin1Char('='), 1));
  }
  return environment;
}

CliRun finished(QProcess& process, const CliOptions& options) {
  CliRun run;
  const bool ended = process.waitForFinished(options.timeout_ms);
  if (!ended) {
    process.kill();
    process.waitForFinished(5000);
  }
  run.out = process.readAllStandardOutput();
  run.err = process.readAllStandardError();
  if (!ended) {
    run.err += "\n(killed after " + QByteArray::number(options.timeout_ms) + " ms)";
  } else if (process.exitStatus() == QProcess::CrashExit) {
    run.err += "\n(ended by signal " + QByteArray::number(process.exitCode()) + ")";
  } else {
    run.exit = process.exitCode();
  }
  return run;
}

}  // namespace

QJsonObject CliRun::json() const { return QJsonDocument::fromJson(out).object(); }

QByteArray CliRun::describe() const {
  return "exit " + QByteArray::number(exit) + "\nstdout: " + out.left(4000) + "\nstderr: " + err.left(4000);
}

CliRun runProgram(const QString& program, const QStringList& arguments, const CliOptions& options) {
  QProcess process;
  process.setProcessEnvironment(environmentWith(options.environment));
  if (!options.folder.isEmpty()) process.setWorkingDirectory(options.folder);
  process.start(QDir(programFolder()).absoluteFilePath(program), arguments);
  if (!process.waitForStarted(10000)) return {-1, {}, "not started: " + process.errorString().toUtf8()};
  process.write(options.input);
  process.closeWriteChannel();
  return finished(process, options);
}

CliRun runCli(const QStringList& arguments, const CliOptions& options) {
  return runProgram(QStringLiteral("worldwright"), arguments, options);
}

}  // namespace ww::test
