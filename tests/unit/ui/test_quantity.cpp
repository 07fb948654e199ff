// SPDX-License-Identifier: Apache-2.0
#include <QTest>
#include <cmath>
#include <numbers>
#include <random>

#include "ui/widgets/quantity.h"
#include "ui/widgets/shown_decimals.h"

using namespace ww::ui;

class TestQuantity : public QObject {
  Q_OBJECT
 private Q_SLOTS:
  void understandsExpressionsWithUnits_data();
  void understandsExpressionsWithUnits();
  void saysWhyATextIsNoNumber_data();
  void saysWhyATextIsNoNumber();
  void takesADecimalCommaWhereItIsClear();
  void givesTheSameDoubleBack();
  void survivesAnyText();
  void whatRoundsToNothingHasNoMinus();
};

namespace {
constexpr double kPi = std::numbers::pi;
const QLocale kC = QLocale::c();

ParsedQuantity length(const QString& text) {
  return parseQuantity(text, Quantity::kLength, defaultUnit(Quantity::kLength), kC);
}
ParsedQuantity angle(const QString& text) {
  return parseQuantity(text, Quantity::kAngle, defaultUnit(Quantity::kAngle), kC);
}
}  // namespace

void TestQuantity::understandsExpressionsWithUnits_data() {
  QTest::addColumn<QString>("text");
  QTest::addColumn<bool>("is_length");
  QTest::addColumn<double>("si");
  QTest::newRow("plain number counts in the unit") << "25" << true << 0.025;
  QTest::newRow("sum of units") << "25.4mm + 1in" << true << 0.0508;
  QTest::newRow("fraction of an inch") << "1/4in" << true << 0.00635;
  QTest::newRow("half an angle") << "90deg/2" << false << kPi / 4;
  QTest::newRow("degree sign") << QString::fromUtf8("45\u00b0") << false << kPi / 4;
  QTest::newRow("radians") << "pi/2 rad" << false << kPi / 2;
  QTest::newRow("brackets") << "2*(3mm+0.5cm)" << true << 0.016;
  QTest::newRow("feet and inches") << "5' 3\"" << true << 5 * 0.3048 + 3 * 0.0254;
  QTest::newRow("power") << "(2^3) mm" << true << 0.008;
  QTest::newRow("square root") << "sqrt(4) m" << true << 2.0;
  QTest::newRow("root of an area is refused but a ratio is fine") << "10mm*(20mm/5mm)" << true << 0.04;
  QTest::newRow("minus") << "-3 - -2" << true << -0.001;
  QTest::newRow("exponent") << "1e2" << true << 0.1;
  QTest::newRow("sine of degrees") << "10*sin(30deg)" << true << 0.005;
  QTest::newRow("micrometres") << "5 um" << true << 5e-6;
  QTest::newRow("revolution") << "0.5rev" << false << kPi;
  QTest::newRow("mixed plain and unit") << "1 + 1cm" << true << 0.011;
}

void TestQuantity::understandsExpressionsWithUnits() {
  QFETCH(QString, text);
  QFETCH(bool, is_length);
  QFETCH(double, si);
  const ParsedQuantity parsed = is_length ? length(text) : angle(text);
  QVERIFY2(parsed.si, qPrintable(parsed.error));
  QVERIFY2(std::abs(*parsed.si - si) <= 1e-12 * std::max(1.0, std::abs(si)),
           qPrintable(QString::number(*parsed.si, 'g', 17)));
}

void TestQuantity::saysWhyATextIsNoNumber_data() {
  QTest::addColumn<QString>("text");
  for (const char* text : {"", "abc", "1 +", "(1", "1)", "2mm*3mm", "1deg", "1/0", "3 kg", "1..2", "2mm^0.5", "sqrt 4",
                           "5' 3deg", "1mm 2mm", "1e999", "tan(1mm)", "2^2mm"})
    QTest::newRow(text) << QString::fromLatin1(text);
}

void TestQuantity::saysWhyATextIsNoNumber() {
  QFETCH(QString, text);
  const ParsedQuantity parsed = length(text);
  QVERIFY2(!parsed.si, qPrintable(QString::number(parsed.si.value_or(0))));
  QVERIFY(!parsed.error.isEmpty());
}

void TestQuantity::takesADecimalCommaWhereItIsClear() {
  QCOMPARE(*length(QStringLiteral("2,5")).si, 0.0025);
  QCOMPARE(*length(QStringLiteral("0,125")).si, 0.000125);
  QVERIFY(!length(QStringLiteral("1,234")).si);  // thousands or decimals?
  QVERIFY(!length(QStringLiteral("1,234.5")).si);
  const auto german = parseQuantity(QStringLiteral("1,234"), Quantity::kLength, defaultUnit(Quantity::kLength),
                                    QLocale(QLocale::German));
  QVERIFY(german.si);
  QVERIFY(std::abs(*german.si - 0.001234) < 1e-15);
}

// 100,000 values in every unit: written exactly and read again, none is off by more than one unit in
// the last place.
void TestQuantity::givesTheSameDoubleBack() {
  std::mt19937_64 random(7);
  std::uniform_real_distribution<double> mantissa(-1.0, 1.0), exponent(-6.0, 4.0);
  std::size_t n = 0, exact = 0;
  while (n < 100000) {
    for (const Unit& unit : units()) {
      const double si = mantissa(random) * std::pow(10.0, exponent(random));
      const ParsedQuantity back = parseQuantity(formatExactly(si, unit), unit.quantity, unit, kC);
      QVERIFY(back.si);
      const double ulp = std::nextafter(std::abs(si), INFINITY) - std::abs(si);
      QVERIFY2(std::abs(*back.si - si) <= ulp, qPrintable(QString::number(si, 'g', 17)));
      exact += *back.si == si;
      ++n;
    }
  }
  QVERIFY(exact > n * 9 / 10);
}

void TestQuantity::survivesAnyText() {
  std::mt19937 random(11);
  const QString alphabet = QStringLiteral("0123456789.,+-*/^()' \"mcdegradpisqrtinf\u00b0\u00b5");
  for (int i = 0; i < 20000; ++i) {
    QString text;
    for (int n = static_cast<int>(random() % 24); n > 0; --n)
      text += alphabet[static_cast<qsizetype>(random() % static_cast<unsigned>(alphabet.size()))];
    const ParsedQuantity parsed = length(text);
    QVERIFY(parsed.si.has_value() == parsed.error.isEmpty());
    if (parsed.si) QVERIFY(std::isfinite(*parsed.si));
  }
  QVERIFY(!length(QString(900, QLatin1Char('('))).si);
  QVERIFY(!length(QString(900, QLatin1Char('-'))).si);
  QVERIFY(!length(QString(5000, QLatin1Char('1'))).si);
}

void TestQuantity::whatRoundsToNothingHasNoMinus() {
  QCOMPARE(fixedText(-0.0, 2), QStringLiteral("0.00"));
  QCOMPARE(fixedText(-0.0049, 2), QStringLiteral("0.00"));
  QCOMPARE(fixedText(-0.0051, 2), QStringLiteral("-0.01"));
  QCOMPARE(fixedText(-26.6, 1), QStringLiteral("-26.6"));
}

QTEST_GUILESS_MAIN(TestQuantity)
#include "test_quantity.moc"
