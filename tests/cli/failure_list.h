// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <QList>
#include <QRegularExpression>
#include <QSet>

#include "tests/cli/cases.h"

namespace ww::test {

// A way to fail: the command, and what a person is to read. tests/cli/README.md describes how they are written.
struct FailureCase {
  enum class Kind {
    kError,    // one error line on standard error
    kAnswer,   // the command did its work; what it found stands on standard output
    kWarning,  // the command did its work with a warning
    kNote      // it did its work, and only --json tells what it noted
  };
  QByteArray name;
  QStringList command;
  QString start;  // the world that %.wright is before it
  int exit = -1;
  Kind kind = Kind::kError;
  QRegularExpression cause, place, remedy;
  QRegularExpression warned;  // what stands in the warnings before an error, where the list says so
};

// A list of them, with the files that their commands read.
class FailureList {
 public:
  // tests/cli/failures/NAME.txt; makes its files and worlds in the folder. Ends the program when the list is wrong.
  FailureList(const QString& name, const ScratchFolder& folder);
  const QList<FailureCase>& cases() const { return cases_; }

 private:
  void readLine(const QByteArray& line);
  void finishInput();

  const ScratchFolder& folder_;
  QList<FailureCase> cases_;
  QByteArray input_, body_;  // the input that is being read, as "input NAME" or "world NAME from NAME"
};

// Both ways to ask, at the same time.
struct Answers {
  CliRun text, json;
};
Answers answersTo(const FailureCase& way, const ScratchFolder& folder);

// The codes of the failures that the JSON tells of, with what they come from.
QSet<QByteArray> codesOf(const Answers& answers);

// Empty when a person was helped: the exit status, one line of the usual form, the cause, the place and the remedy,
// no words that fit everything; and --json says the same. Else what is missing.
QByteArray faultOf(const FailureCase& way, const Answers& answers);

}  // namespace ww::test
