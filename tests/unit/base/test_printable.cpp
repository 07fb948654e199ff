// SPDX-License-Identifier: Apache-2.0
#include <QtTest>

#include "core/base/printable.h"

using namespace ww;

class TestPrintable : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void whatIsTextStays();
  void whatIsNoneIsReplaced_data();
  void whatIsNoneIsReplaced();
  void aLineIsOneLine();
  void aCharacterThatHasBegunIsKnown();
};

void TestPrintable::whatIsTextStays() {
  const std::string text = "a \xc3\xa4 \xe2\x82\xac \xf0\x9f\xa4\x96\tb\nc";
  QCOMPARE(printable(text), text);
  QVERIFY(printable("").empty());
}

void TestPrintable::whatIsNoneIsReplaced_data() {
  QTest::addColumn<QByteArray>("text");
  QTest::addColumn<QByteArray>("shown");
  QTest::newRow("escape") << QByteArray("\x1b[31m") << QByteArray("?[31m");
  QTest::newRow("return") << QByteArray("ab\rc") << QByteArray("ab?c");
  QTest::newRow("zero") << QByteArray("a\0b", 3) << QByteArray("a?b");
  QTest::newRow("delete") << QByteArray("\x7f") << QByteArray("?");
  QTest::newRow("control of two bytes") << QByteArray(
                                               "\xc2\x9b"
                                               "1m")
                                        << QByteArray("?1m");
  QTest::newRow("latin 1") << QByteArray("a\xa6z") << QByteArray("a?z");
  QTest::newRow("cut off") << QByteArray("\xe2\x82") << QByteArray("??");
  QTest::newRow("too long") << QByteArray("\xc0\x9b") << QByteArray("??");
  QTest::newRow("too long, of three") << QByteArray("\xe0\x80\x9b") << QByteArray("???");
  QTest::newRow("half of two") << QByteArray("\xed\xa0\x80") << QByteArray("???");
  QTest::newRow("beyond all") << QByteArray("\xf4\x90\x80\x80") << QByteArray("????");
}

void TestPrintable::whatIsNoneIsReplaced() {
  QFETCH(QByteArray, text);
  QFETCH(QByteArray, shown);
  QCOMPARE(QByteArray::fromStdString(printable(text.toStdString())), shown.replace("?", "\xef\xbf\xbd"));
}

void TestPrintable::aLineIsOneLine() { QCOMPARE(printableLine("a\nb\tc"), std::string("a b c")); }

void TestPrintable::aCharacterThatHasBegunIsKnown() {
  QCOMPARE(incompleteTail(""), std::size_t{0});
  QCOMPARE(incompleteTail("a"), std::size_t{0});
  QCOMPARE(incompleteTail("a\xe2\x82\xac"), std::size_t{0});
  QCOMPARE(incompleteTail("a\xe2\x82"), std::size_t{2});
  QCOMPARE(incompleteTail("a\xf0\x9f\xa4"), std::size_t{3});
  QCOMPARE(incompleteTail("\xc3"), std::size_t{1});
  QCOMPARE(incompleteTail("\x80\x80"), std::size_t{0});
}

QTEST_APPLESS_MAIN(TestPrintable)
#include "test_printable.moc"
