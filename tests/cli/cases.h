// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <QJsonArray>
#include <QJsonObject>
#include <QProcess>
#include <QtTest>

#include "tests/support/cli_run.h"
#include "tests/support/folders.h"

namespace ww::test {

// A world file with the sample cell in the folder.
QString makeSample(const ScratchFolder& folder, const QString& name = QStringLiteral("cell.wright"),
                   const QString& sample = QStringLiteral("pick_and_place"));
// SHA-256 of a file's bytes.
QByteArray hashOf(const QString& path);

// Runs a verb with --json; one object on standard output, else it is empty.
QJsonObject jsonOf(const QStringList& arguments, int wanted_exit = 0, const CliOptions& options = {});

// What lies at a path of keys and indices, as "sources/0/error/code".
QJsonValue at(const QJsonValue& value, const QString& path);

CliOptions withInput(const QByteArray& input);
CliOptions withTimeout(int milliseconds, const QStringList& environment = {});

// Standard error without warnings, which may stand before the error.
QByteArray errorLineOf(const CliRun& run);
// Empty when standard error holds one line `error: CODE: what: what to do` and no others but warnings, else what is
// wrong.
QByteArray errorLineFault(const CliRun& run, const QByteArray& code = {});
// Empty when standard output is the error object alone, and agrees with the error line.
QByteArray errorObjectFault(const CliRun& run, const QByteArray& code = {});

// Empty when the object has each of these keys, given as "key:type" with type one of s (text), n (number),
// b (bool), a (list), o (object), v (three numbers), x (anything).
QByteArray keysFault(const QJsonObject& object, const QByteArrayList& keys);

// A program that runs beside the test.
class Running {
 public:
  explicit Running(const QStringList& arguments, const QStringList& environment = {});
  ~Running();
  QProcess process;
  // Sends the signal and waits for the end; milliseconds until then, -1 when it did not end within three seconds.
  qint64 end(int signal);
};

// Requests about the sample cell's arm, as text messages.
QByteArray fkRequest(const QList<double>& joints);
QByteArray jointMotion(const QList<double>& joints, const QByteArray& type, const QByteArray& more = {});
// The tool frame to a pose in the root.
QByteArray poseMotion(const QList<double>& position, const QList<double>& wxyz, const QByteArray& type);
// Joint values of a named configuration of `robot`.
QList<double> namedJoints(const QString& world, const QString& name);

}  // namespace ww::test

#define WW_VERIFY_FAULTLESS(expression)                   \
  do {                                                    \
    const QByteArray ww_fault_ = (expression);            \
    QVERIFY2(ww_fault_.isEmpty(), ww_fault_.constData()); \
  } while (false)
