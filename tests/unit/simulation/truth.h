// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <QtTest>

#include "tests/unit/simulation/lab.h"

namespace ww::test {

// A row of a suite: what it is called, and what it measures.
struct Truth {
  const char* name;
  std::vector<Measured> (*measure)();
};

// For the data and the body of a test that runs through a table.
template <typename Table>
void addTruths(const Table& table) {
  QTest::addColumn<int>("row");
  int i = 0;
  for (const Truth& truth : table) QTest::newRow(truth.name) << i++;
}
template <typename Table>
void checkTruth(const Table& table) {
  QFETCH(int, row);
  std::string wrong;
  for (const Measured& m : table[static_cast<std::size_t>(row)].measure()) {
    const QString line = QStringLiteral("%1: %2, expected %3 within %4")
                             .arg(QString::fromStdString(m.what))
                             .arg(m.got, 0, 'g', 10)
                             .arg(m.expected, 0, 'g', 10)
                             .arg(m.tolerance, 0, 'g', 3);
    qInfo("%s", qPrintable(line));
    if (!m.good()) wrong += line.toStdString() + "; ";
  }
  QVERIFY2(wrong.empty(), wrong.c_str());
}

}  // namespace ww::test
