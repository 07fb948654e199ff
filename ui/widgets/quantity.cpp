// SPDX-License-Identifier: Apache-2.0
#include "ui/widgets/quantity.h"

#include <QCoreApplication>
#include <QLocale>
#include <QRegularExpression>
#include <algorithm>
#include <cmath>
#include <numbers>

#include "ui/settings/preferences.h"
#include "ui/widgets/shown_decimals.h"

namespace ww::ui {
namespace {

constexpr double kPi = std::numbers::pi;
constexpr int kDeepest = 64;

struct QuantityText {
  Q_DECLARE_TR_FUNCTIONS(Quantity)
};

// What a value is a power of.
struct Powers {
  int length = 0, angle = 0, force = 0, time = 0;
  bool operator==(const Powers&) const = default;
  Powers operator+(const Powers& o) const {
    return {length + o.length, angle + o.angle, force + o.force, time + o.time};
  }
  Powers operator*(int n) const { return {length * n, angle * n, force * n, time * n}; }
};

Powers powersOf(Quantity quantity) {
  switch (quantity) {
    case Quantity::kNumber: break;
    case Quantity::kLength: return {1, 0, 0, 0};
    case Quantity::kAngle: return {0, 1, 0, 0};
    case Quantity::kForce: return {0, 0, 1, 0};
    case Quantity::kTorque: return {1, 0, 1, 0};
    case Quantity::kTime: return {0, 0, 0, 1};
  }
  return {};
}

// A value while it is computed: its size in SI. Without unit: a plain number.
struct Value {
  double v = 0.0;
  Powers of = {};
  bool literal = false;       // a number alone, as in the 1 of 1/4in
  bool literal_unit = false;  // a number with a unit behind it
  double unit = 1.0;          // of literal_unit
  bool plain() const { return of == Powers(); }
};

QString nameOf(Quantity quantity) {
  switch (quantity) {
    case Quantity::kNumber: break;
    case Quantity::kLength: return QuantityText::tr("a length");
    case Quantity::kAngle: return QuantityText::tr("an angle");
    case Quantity::kForce: return QuantityText::tr("a force");
    case Quantity::kTorque: return QuantityText::tr("a torque");
    case Quantity::kTime: return QuantityText::tr("a time");
  }
  return QuantityText::tr("a plain number");
}

QString kindOf(const Value& value) {
  for (const Quantity quantity :
       {Quantity::kNumber, Quantity::kLength, Quantity::kAngle, Quantity::kForce, Quantity::kTorque, Quantity::kTime})
    if (value.of == powersOf(quantity)) return nameOf(quantity);
  if (value.of == powersOf(Quantity::kLength) * 2) return QuantityText::tr("an area");
  return QuantityText::tr("another kind of quantity");
}

// Of a plain number there are none.
QString unitsText(Quantity quantity) {
  switch (quantity) {
    case Quantity::kNumber: break;
    case Quantity::kLength: return QuantityText::tr("Lengths are in mm, cm, m, km, um, in or ft.");
    case Quantity::kAngle: return QuantityText::tr("Angles are in deg, rad, mrad or rev.");
    case Quantity::kForce: return QuantityText::tr("Forces are in N, kN or mN.");
    case Quantity::kTorque: return QuantityText::tr("Torques are in Nm, kNm or Nmm.");
    case Quantity::kTime: return QuantityText::tr("Times are in s, ms or min.");
  }
  return QuantityText::tr("Leave the unit out.");
}

class Parser {
 public:
  Parser(QString text, Quantity quantity, const Unit& unit) : s_(std::move(text)), quantity_(quantity), unit_(unit) {}

  ParsedQuantity parse() {
    skip();
    if (at_ >= s_.size())
      return {std::nullopt,
              QuantityText::tr("There is no number. Type a number, a unit, or a sum such as 25.4mm + 1in.")};
    Value value = sum();
    skip();
    if (error_.isEmpty() && at_ < s_.size())
      fail(QuantityText::tr("\"%1\" is not expected here. Write one number, or a sum such as 10mm + 5mm.")
               .arg(s_.mid(at_, 12)));
    if (error_.isEmpty()) value = inUnit(value);
    if (error_.isEmpty() && !fits(value))
      fail(QuantityText::tr("This is %1, but %2 is needed. %3")
               .arg(kindOf(value), nameOf(quantity_), unitsText(quantity_)));
    if (error_.isEmpty() && !std::isfinite(value.v))
      fail(QuantityText::tr("The result is not a finite number. Use smaller numbers."));
    if (!error_.isEmpty()) return {std::nullopt, error_};
    return {value.v, {}};
  }

 private:
  bool fits(const Value& v) const { return v.of == powersOf(quantity_); }
  // A plain number counts in the field's own unit.
  Value inUnit(Value v) const {
    if (!v.plain() || quantity_ == Quantity::kNumber) return v;
    v.v *= unit_.si;
    v.of = powersOf(quantity_);
    return v;
  }
  void fail(const QString& why) {
    if (error_.isEmpty()) error_ = why;
  }
  void skip() {
    while (at_ < s_.size() && s_[at_].isSpace()) ++at_;
  }
  bool take(QChar c) {
    skip();
    if (at_ >= s_.size() || s_[at_] != c) return false;
    ++at_;
    return true;
  }

  Value sum() {
    if (++depth_ > kDeepest) {
      fail(QuantityText::tr("Too many brackets."));
      return {};
    }
    Value left = product();
    while (error_.isEmpty()) {
      const bool plus = take(QLatin1Char('+'));
      if (!plus && !take(QLatin1Char('-'))) break;
      Value right = product();
      if (!error_.isEmpty()) break;
      if (left.plain() != right.plain()) {
        left = inUnit(left);
        right = inUnit(right);
      }
      if (left.of != right.of) {
        fail(QuantityText::tr("%1 and %2 cannot be added. Give both a unit of the same kind.")
                 .arg(kindOf(left), kindOf(right)));
        break;
      }
      left.v = plus ? left.v + right.v : left.v - right.v;
      left.literal = left.literal_unit = false;
    }
    --depth_;
    return left;
  }

  Value product() {
    Value left = signedPower();
    while (error_.isEmpty()) {
      const bool times = take(QLatin1Char('*'));
      if (!times && !take(QLatin1Char('/'))) break;
      const Value right = signedPower();
      if (!error_.isEmpty()) break;
      if (!times && right.v == 0.0) {
        fail(QuantityText::tr("This is a division by zero. Divide by a number other than 0."));
        break;
      }
      left = times ? multiplied(left, right) : divided(left, right);
    }
    return left;
  }
  static Value multiplied(const Value& a, const Value& b) { return {a.v * b.v, a.of + b.of}; }
  static Value divided(const Value& a, const Value& b) {
    // A fraction of an inch: 1/4in is a quarter of an inch.
    if (a.literal && b.literal_unit) return {a.v / (b.v / b.unit) * b.unit, b.of};
    return {a.v / b.v, a.of + b.of * -1};
  }

  Value signedPower() {
    if (++depth_ > kDeepest) {
      fail(QuantityText::tr("Too many signs."));
      return {};
    }
    Value value;
    if (take(QLatin1Char('-'))) {
      value = signedPower();
      value.v = -value.v;
    } else if (take(QLatin1Char('+'))) value = signedPower();
    else value = power();
    --depth_;
    return value;
  }

  Value power() {
    Value base = withUnit();
    if (!error_.isEmpty() || !take(QLatin1Char('^'))) return base;
    const Value exponent = signedPower();
    if (!error_.isEmpty()) return base;
    if (!exponent.plain()) {
      fail(QuantityText::tr("An exponent has no unit. Remove its unit."));
      return base;
    }
    const double n = exponent.v;
    if (!base.plain() && (n != std::floor(n) || std::abs(n) > 8)) {
      fail(QuantityText::tr("A unit takes whole exponents only."));
      return base;
    }
    const int whole = base.plain() ? 0 : static_cast<int>(n);
    return {std::pow(base.v, n), base.of * whole};
  }

  Value withUnit() {
    Value value = primary();
    if (!error_.isEmpty()) return value;
    const Unit* unit = takeUnit();
    if (!unit) return value;
    if (!value.plain()) {
      fail(QuantityText::tr("Two units follow each other. Remove one of them."));
      return value;
    }
    const bool literal = value.literal;
    value = {value.v * unit->si, powersOf(unit->quantity), false, literal, unit->si};
    // Feet and inches: 5' 3" is their sum.
    if (unit->symbol[0] == '\'') {
      skip();
      if (at_ < s_.size() && s_[at_].isDigit()) {
        const Value inches = withUnit();
        if (error_.isEmpty() && inches.of == powersOf(Quantity::kLength)) value.v += inches.v;
        else fail(QuantityText::tr("After feet there should be inches, as in 5' 3\"."));
        value.literal_unit = false;
      }
    }
    return value;
  }

  const Unit* takeUnit() {
    skip();
    qsizetype end = at_;
    if (end < s_.size() && (s_[end] == QLatin1Char('\'') || s_[end] == QLatin1Char('"') || s_[end] == QChar(0xB0)))
      ++end;
    else
      while (end < s_.size() && s_[end].isLetter()) ++end;
    if (end == at_) return nullptr;
    const QString symbol = s_.mid(at_, end - at_);
    const Unit* unit = findUnit(symbol);
    if (unit) at_ = end;
    else if (symbol != QLatin1String("pi"))
      fail(QuantityText::tr("\"%1\" is not a known unit. %2").arg(symbol, unitsText(quantity_)));
    return unit;
  }

  Value primary() {
    skip();
    if (at_ >= s_.size()) {
      fail(QuantityText::tr("Something is missing at the end. Add a number, or remove the last sign."));
      return {};
    }
    if (take(QLatin1Char('('))) {
      Value value = sum();
      if (error_.isEmpty() && !take(QLatin1Char(')')))
        fail(QuantityText::tr("A closing bracket is missing. Add one: )"));
      value.literal = value.literal_unit = false;
      return value;
    }
    if (s_[at_].isLetter()) return named();
    return number();
  }

  Value number() {
    static const QRegularExpression pattern(QStringLiteral("\\G(?:\\d+\\.?\\d*|\\.\\d+)(?:[eE][+-]?\\d+)?"));
    const auto match = pattern.match(s_, at_);
    if (!match.hasMatch()) {
      fail(QuantityText::tr("\"%1\" is not a number. Type one, such as 25.4 or 1in.").arg(s_.mid(at_, 12)));
      return {};
    }
    at_ += match.capturedLength();
    Value value;
    value.v = QLocale::c().toDouble(match.captured());
    value.literal = true;
    return value;
  }

  Value named() {
    qsizetype end = at_;
    while (end < s_.size() && s_[end].isLetter()) ++end;
    const QString name = s_.mid(at_, end - at_).toLower();
    if (name == QLatin1String("pi")) {
      at_ = end;
      return {kPi, {}, true};
    }
    using Function = double (*)(double);
    struct Named {
      const char* name;
      Function f;
      bool angle;
    };
    static const Named functions[] = {{"sqrt", std::sqrt, false},
                                      {"abs", std::fabs, false},
                                      {"sin", std::sin, true},
                                      {"cos", std::cos, true},
                                      {"tan", std::tan, true}};
    for (const Named& f : functions) {
      if (name != QLatin1String(f.name)) continue;
      at_ = end;
      if (!take(QLatin1Char('('))) {
        fail(QuantityText::tr("\"%1\" needs its value in brackets, as in sqrt(2).").arg(name));
        return {};
      }
      Value value = sum();
      if (error_.isEmpty() && !take(QLatin1Char(')')))
        fail(QuantityText::tr("A closing bracket is missing. Add one: )"));
      if (error_.isEmpty() && !value.plain() && !(f.angle && value.of == powersOf(Quantity::kAngle)) &&
          name != QLatin1String("abs"))
        fail(QuantityText::tr("\"%1\" cannot take %2.").arg(name, kindOf(value)));
      if (name == QLatin1String("abs")) {
        value.v = std::fabs(value.v);
        value.literal = value.literal_unit = false;
        return value;
      }
      return {f.f(value.v)};
    }
    fail(QuantityText::tr("\"%1\" is not known. Type a number; sqrt, abs, sin, cos, tan and pi can stand in it.")
             .arg(s_.mid(at_, end - at_)));
    return {};
  }

  QString s_, error_;
  qsizetype at_ = 0;
  int depth_ = 0;
  Quantity quantity_;
  const Unit& unit_;
};

// Commas become points where they can only be decimal ones; empty when that is not clear.
std::optional<QString> withPoints(QString text, const QLocale& locale) {
  if (!text.contains(QLatin1Char(','))) return text;
  if (text.contains(QLatin1Char('.'))) return std::nullopt;
  static const QRegularExpression thousands(QStringLiteral("(?<![\\d,])[1-9]\\d{0,2},\\d{3}(?!\\d)"));
  if (locale.decimalPoint() != QLatin1String(",") && text.contains(thousands)) return std::nullopt;
  static const QRegularExpression twice(QStringLiteral("\\d,\\d+,"));
  if (text.contains(twice)) return std::nullopt;
  return text.replace(QLatin1Char(','), QLatin1Char('.'));
}

}  // namespace

int shownDecimals(const Unit& unit, int usual) {
  if (unit.quantity != Quantity::kLength && unit.quantity != Quantity::kAngle) return usual;
  const bool length = unit.quantity == Quantity::kLength;
  const PreferenceValues& preferred = Preferences::instance().values();
  const int wanted = length ? preferred.length_decimals : preferred.angle_decimals;
  constexpr int kUsual = 3;
  if (wanted >= 0) return std::max(0, usual + wanted - kUsual);
  return std::max(0, usual + static_cast<int>(std::lround(std::log10(unit.si / (length ? 1e-3 : kPi / 180.0)))));
}

QString shownQuantity(double si, Quantity quantity, int usual) {
  const Unit& unit = defaultUnit(quantity);
  return QStringLiteral("%1 %2").arg(formatQuantity(si, unit, shownDecimals(unit, usual)),
                                     QString::fromUtf8(unit.symbol));
}

ParsedQuantity parseQuantity(const QString& text, Quantity quantity, const Unit& unit, const QLocale& locale) {
  if (text.size() > 1000) return {std::nullopt, QuantityText::tr("This is too long for a number.")};
  QString clean = text;
  clean.replace(QChar(0x2212), QLatin1Char('-'))
      .replace(QChar(0xD7), QLatin1Char('*'))
      .replace(QChar(0x3BC), QChar(0xB5));
  const auto points = withPoints(clean, locale);
  if (!points) return {std::nullopt, QuantityText::tr("The comma is ambiguous here. Write 1234.5 or 1234,5.")};
  return Parser(*points, quantity, unit).parse();
}

QString formatQuantity(double si, const Unit& unit, int decimals, const QLocale& locale) {
  if (!std::isfinite(si))
    return si > 0 ? QStringLiteral("\u221e") : si < 0 ? QStringLiteral("-\u221e") : QStringLiteral("?");
  QString text = QString::number(si / unit.si, 'f', decimals);
  if (text.contains(QLatin1Char('.'))) {
    while (text.endsWith(QLatin1Char('0'))) text.chop(1);
    if (text.endsWith(QLatin1Char('.'))) text.chop(1);
  }
  if (text == QLatin1String("-0")) text = QStringLiteral("0");
  return text.replace(QLatin1Char('.'), locale.decimalPoint());
}

QString formatExactly(double si, const Unit& unit) {
  // Dividing rounds; the neighbours of the quotient are tried until one gives the double back.
  double shown = si / unit.si;
  for (const double candidate : {shown, std::nextafter(shown, -INFINITY), std::nextafter(shown, INFINITY)})
    if (candidate * unit.si == si) {
      shown = candidate;
      break;
    }
  return QString::number(shown, 'g', QLocale::FloatingPointShortest);
}

QString fixedText(double value, int places) {
  return QLocale().toString(std::abs(value) < 0.5 * std::pow(10.0, -places) ? 0.0 : value, 'f', places);
}

}  // namespace ww::ui
