// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <QString>
#include <QStringList>

#include "core/base/failure.h"

namespace ww::test {

// What one way in tells of a failure.
struct Told {
  QString title, hint, subject;
};
// The error line of the command line; --json has the same.
Told atCommand(const Status& status);
// ExtendedStatus.
Told overWire(const Status& status);
// In the language that is installed.
Told inWindow(const Status& status);

// What is wrong with it, empty when nothing.
QStringList faultsOfText(const Told& told);     // fields left open, quotes twice, no hint, one that fits everything
QStringList faultsAtCommand(const Told& told);  // buttons; options and commands that there are not
QStringList faultsWithoutCommand(const Told& told);  // options, commands and verbs; for window and wire
QStringList faultsInWindow(const Told& told, const Failure& failure);  // figures in units that are not the window's
// The status written by data: code, causes, arguments.
QStringList faultsOfData(const Status& status);
// A translation that is missing, or has other fields.
QStringList faultsOfTranslation(const FailureRow& row);

}  // namespace ww::test
