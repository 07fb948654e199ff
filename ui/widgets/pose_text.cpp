// SPDX-License-Identifier: Apache-2.0
#include "ui/widgets/pose_text.h"

#include <QApplication>
#include <QClipboard>
#include <QCoreApplication>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QMimeData>
#include <QRegularExpression>
#include <QStringList>
#include <algorithm>
#include <cmath>
#include <cstring>
#include <numbers>

namespace ww::ui {
namespace {

constexpr double kDegree = std::numbers::pi / 180.0;
constexpr int kLongest = 20'000;
const QString kFormat = QStringLiteral("application/x-worldwright-pose");
const QString kInWorld = QStringLiteral("application/x-worldwright-pose-in-world");
const QString kNumber = QStringLiteral("[-+]?(?:\\d+\\.?\\d*|\\.\\d+)(?:[eE][-+]?\\d+)?");

struct PoseTexts {
  Q_DECLARE_TR_FUNCTIONS(PoseText)
};
using Numbers = std::vector<double>;

QString exact(double number) { return QString::number(number, 'g', QLocale::FloatingPointShortest); }

PoseReading refused(const QString& why) { return {std::nullopt, why + QLatin1Char(' ') + poseForms()}; }

PoseReading checked(const Pose& pose) {
  if (pose.p.allFinite() && pose.q.coeffs().allFinite() && pose.p.cwiseAbs().maxCoeff() <= kFarthest) return {pose, {}};
  return {std::nullopt, PoseTexts::tr("This pose is more than 10 km away. Positions are in metres.")};
}

PoseReading fromPositionAndQuaternion(const Numbers& p, const Numbers& wxyz) {
  const auto q = fromNumbers(wxyz, Notation::kQuaternion);
  if (!q || std::abs(Quat(wxyz[0], wxyz[1], wxyz[2], wxyz[3]).norm() - 1.0) > 1e-2)
    return refused(PoseTexts::tr("The four numbers of the orientation are no quaternion of length 1."));
  return checked({Vec3(p[0], p[1], p[2]), *q});
}

PoseReading fromMatrix(const Numbers& n) {
  Eigen::Matrix4d m = Eigen::Matrix4d::Identity();
  for (int row = 0; row < 3; ++row)
    for (int column = 0; column < 4; ++column) m(row, column) = n[static_cast<std::size_t>(row * 4 + column)];
  const Eigen::Matrix3d r = m.topLeftCorner<3, 3>();
  const bool last_row = n.size() < 16 || (n[12] == 0.0 && n[13] == 0.0 && n[14] == 0.0 && n[15] == 1.0);
  if (!last_row || !(r * r.transpose()).isApprox(Eigen::Matrix3d::Identity(), 1e-6) || r.determinant() < 0)
    return refused(PoseTexts::tr("This matrix is no rigid motion, with the rotation in rows and 0 0 0 1 at the end."));
  return checked(Pose::fromMatrix(m));
}

// Numbers and units, "100mm" as well as "100 mm": each number with what follows it.
QStringList tokens(QString text) {
  static const QRegularExpression brackets(QStringLiteral("[\\[\\](){}|]")), blanks(QStringLiteral("\\s+"));
  text.replace(brackets, QStringLiteral(" "));
  if (text.contains(QLatin1Char(';'))) {
    QStringList parts;
    for (const QString& part : text.split(QLatin1Char(';'), Qt::SkipEmptyParts))
      if (!part.trimmed().isEmpty()) parts << part.trimmed();
    return parts;
  }
  QStringList parts;
  for (QString part : text.split(blanks, Qt::SkipEmptyParts)) {
    while (part.endsWith(QLatin1Char(','))) part.chop(1);
    while (part.startsWith(QLatin1Char(','))) part.remove(0, 1);
    if (part.isEmpty()) continue;
    const bool unit = part[0].isLetter() || part[0] == QChar(0xB0) || part[0] == QChar(0xB5);
    if (unit && !parts.isEmpty()) parts.back() += part;
    else if (part.count(QLatin1Char(',')) > 1 || part.contains(QLatin1Char('.')))
      parts << part.split(QLatin1Char(','), Qt::SkipEmptyParts);
    else parts << part;
  }
  return parts;
}

bool hasUnit(const QString& token) {
  static const QRegularExpression bare(QStringLiteral("^[-+]?(?:\\d+[.,]?\\d*|[.,]\\d+)(?:[eE][-+]?\\d+)?$"));
  return !bare.match(token).hasMatch();
}

std::optional<double> numberOf(const QString& token, Quantity quantity) {
  return parseQuantity(token, quantity, quantity == Quantity::kNumber ? *findUnit(QString()) : defaultUnit(quantity))
      .si;
}

// Three numbers of a kind. Without a unit only 0 is clear, or all when the unit stands behind the last.
std::optional<Numbers> three(const QStringList& parts, Quantity quantity, bool& unclear) {
  static const QRegularExpression behind(QStringLiteral("[^0-9.,eE+-].*$"));
  Numbers out;
  const bool shared = !hasUnit(parts[0]) && !hasUnit(parts[1]) && hasUnit(parts[2]);
  const QString unit = shared ? behind.match(parts[2]).captured() : QString();
  for (qsizetype i = 0; i < 3; ++i) {
    const auto value = numberOf(shared && i < 2 ? parts[i] + unit : parts[i], quantity);
    if (!value) return std::nullopt;
    unclear = unclear || (!shared && !hasUnit(parts[i]) && *value != 0.0);
    out.push_back(*value);
  }
  return out;
}

// Each is a number or a quantity; else the text is something else, such as a sum.
bool allNumbers(const QStringList& parts) {
  return std::all_of(parts.begin(), parts.end(), [](const QString& part) {
    return numberOf(part, Quantity::kNumber) || numberOf(part, Quantity::kLength) || numberOf(part, Quantity::kAngle);
  });
}

PoseReading fromSix(const QStringList& parts) {
  bool unclear = false;
  const auto position = three(parts.mid(0, 3), Quantity::kLength, unclear);
  const auto angles = three(parts.mid(3, 3), Quantity::kAngle, unclear);
  if (!position || !angles) return refused(PoseTexts::tr("Six numbers are three lengths and three angles."));
  if (unclear)
    return refused(PoseTexts::tr("Six numbers without units could be metres or millimetres, degrees or radians."));
  return checked(
      Pose::fromRpy(Vec3((*position)[0], (*position)[1], (*position)[2]), (*angles)[0], (*angles)[1], (*angles)[2]));
}

PoseReading fromSeven(const QStringList& parts) {
  const bool units = std::any_of(parts.begin(), parts.begin() + 3, hasUnit);
  bool unclear = false;
  Numbers position, orientation;
  if (units) {
    if (const auto lengths = three(parts.mid(0, 3), Quantity::kLength, unclear); lengths && !unclear)
      position = *lengths;
  } else {
    for (qsizetype i = 0; i < 3; ++i)
      if (const auto number = numberOf(parts[i], Quantity::kNumber)) position.push_back(*number);
  }
  for (qsizetype i = 3; i < 7; ++i)
    if (const auto number = numberOf(parts[i], Quantity::kNumber)) orientation.push_back(*number);
  if (position.size() != 3 || orientation.size() != 4)
    return refused(PoseTexts::tr("Seven numbers are three lengths and a quaternion."));
  return fromPositionAndQuaternion(position, orientation);
}

PoseReading fromList(const QString& text) {
  const QStringList parts = tokens(text);
  if (parts.size() < 5 || !allNumbers(parts)) return {};
  if (parts.size() == 6) return fromSix(parts);
  if (parts.size() == 7) return fromSeven(parts);
  if (parts.size() != 12 && parts.size() != 16)
    return refused(PoseTexts::tr("These are %n numbers.", "", static_cast<int>(parts.size())));
  Numbers numbers;
  for (const QString& part : parts)
    if (const auto number = numberOf(part, Quantity::kNumber)) numbers.push_back(*number);
  if (numbers.size() != static_cast<std::size_t>(parts.size()))
    return refused(PoseTexts::tr("A matrix has no units; lengths are in metres."));
  return fromMatrix(numbers);
}

// Numbers by name, or in order where it is a list; a message leaves out those that are 0.
std::optional<Numbers> namedNumbers(const QJsonValue& value, const char* names) {
  Numbers out;
  const auto count = static_cast<qsizetype>(qstrlen(names));
  if (value.isArray() && value.toArray().size() != count) return std::nullopt;
  if (!value.isArray() && !value.isObject()) return std::nullopt;
  for (qsizetype i = 0; i < count; ++i) {
    const QJsonValue number =
        value.isArray() ? value.toArray()[i] : value.toObject().value(QString(QLatin1Char(names[i])));
    if (!number.isDouble() && !number.isUndefined()) return std::nullopt;
    out.push_back(number.toDouble());
  }
  return out;
}

void collect(const QJsonValue& value, std::vector<QJsonObject>& found) {
  if (value.isArray())
    for (const QJsonValue& part : value.toArray()) collect(part, found);
  if (!value.isObject()) return;
  const QJsonObject object = value.toObject();
  if (object.contains(QLatin1String("position")) && object.contains(QLatin1String("orientation")))
    found.push_back(object);
  for (const QJsonValue& part : object) collect(part, found);
}

PoseReading severalPoses() { return refused(PoseTexts::tr("This text holds several poses; copy one of them.")); }

PoseReading fromJson(const QJsonDocument& document) {
  std::vector<QJsonObject> found;
  collect(document.isArray() ? QJsonValue(document.array()) : QJsonValue(document.object()), found);
  if (found.empty())
    return document.isArray() ? PoseReading{}
                              : refused(PoseTexts::tr("There is no position with orientation in this text."));
  if (found.size() > 1) return severalPoses();
  const auto position = namedNumbers(found[0][QLatin1String("position")], "xyz");
  const auto orientation = namedNumbers(found[0][QLatin1String("orientation")], "wxyz");
  if (!position || !orientation) return refused(PoseTexts::tr("Position and orientation are x y z and w x y z."));
  return fromPositionAndQuaternion(*position, *orientation);
}

// The numbers after a heading: by name, "x: 1 y: 2", else as many as there should be, in order.
std::optional<Numbers> numbersIn(const QString& block, const char* names) {
  static const QRegularExpression named(QStringLiteral("\\b([wxyz])\\s*[:=]\\s*(%1)").arg(kNumber)), bare(kNumber);
  const auto count = qstrlen(names);
  Numbers out(count, 0.0);
  bool any = false;
  for (auto all = named.globalMatch(block); all.hasNext(); any = true) {
    const auto match = all.next();
    const char* at = std::strchr(names, match.captured(1)[0].toLatin1());
    if (!at) return std::nullopt;
    out[static_cast<std::size_t>(at - names)] = match.captured(2).toDouble();
  }
  if (any) return out;
  out.clear();
  for (auto all = bare.globalMatch(block); all.hasNext();) out.push_back(all.next().captured().toDouble());
  return out.size() == count ? std::optional(out) : std::nullopt;
}

// Text of a message, YAML, and "position 1 2 3 m, orientation wxyz 1 0 0 0".
PoseReading fromHeadings(const QString& text) {
  const auto position = text.indexOf(QLatin1String("position")),
             orientation = text.indexOf(QLatin1String("orientation"));
  if (position < 0) return {};
  if (orientation < position) return refused(PoseTexts::tr("There is no position with orientation in this text."));
  if (text.indexOf(QLatin1String("position"), position + 1) >= 0) return severalPoses();
  const auto p = numbersIn(text.mid(position, orientation - position), "xyz");
  const auto q = numbersIn(text.mid(orientation), "wxyz");
  if (!p || !q) return refused(PoseTexts::tr("Position and orientation are x y z and w x y z."));
  return fromPositionAndQuaternion(*p, *q);
}

// <origin xyz="0 0 0.1" rpy="0 0 1.57"/>: metres and radians.
PoseReading fromOrigin(const QString& text) {
  static const QRegularExpression xyz(QStringLiteral("\\bxyz\\s*=\\s*[\"']([^\"']*)[\"']")),
      rpy(QStringLiteral("\\brpy\\s*=\\s*[\"']([^\"']*)[\"']"));
  const auto p = xyz.match(text), r = rpy.match(text);
  if (!p.hasMatch() && !r.hasMatch()) return {};
  if (text.count(QLatin1String("xyz")) > 1) return severalPoses();
  const Numbers zero(3, 0.0);
  const auto position = p.hasMatch() ? numbersIn(p.captured(1), "xyz") : zero,
             angles = r.hasMatch() ? numbersIn(r.captured(1), "xyz") : zero;
  if (!position || !angles) return refused(PoseTexts::tr("xyz and rpy are three numbers each."));
  return checked(
      Pose::fromRpy(Vec3((*position)[0], (*position)[1], (*position)[2]), (*angles)[0], (*angles)[1], (*angles)[2]));
}

}  // namespace

QString poseToText(const Pose& pose, Notation notation) {
  const bool angles = notation == Notation::kRpy;
  QStringList parts;
  for (int i = 0; i < 3; ++i) parts << exact(pose.p[i]) + (angles ? QStringLiteral(" m") : QString());
  for (const double number : toNumbers(pose.q, angles ? Notation::kRpy : Notation::kQuaternion))
    parts << (angles ? exact(number / kDegree) + QStringLiteral(" deg") : exact(number));
  return parts.join(QLatin1Char(' '));
}

QString poseToMatrixText(const Pose& pose) {
  const Eigen::Matrix4d m = pose.matrix();
  QStringList rows;
  for (int row = 0; row < 4; ++row) {
    QStringList numbers;
    for (int column = 0; column < 4; ++column) numbers << exact(m(row, column));
    rows << numbers.join(QLatin1Char(' '));
  }
  return rows.join(QLatin1Char('\n'));
}

QString poseForms() {
  return PoseTexts::tr(
      "A pose is 6 numbers with units (100 mm, 0, 50 mm, 0 deg, 90 deg, 0 deg), 7 numbers (x y z in metres, quaternion "
      "w x y z), "
      "a 4x4 matrix, or position and orientation by name (JSON, proto text).");
}

PoseReading readPose(const QString& text) {
  const QString clean = text.trimmed();
  if (clean.isEmpty()) return {};
  if (clean.size() > kLongest) return refused(PoseTexts::tr("This text is too long for a pose."));
  if (clean.startsWith(QLatin1Char('{')) || clean.startsWith(QLatin1Char('['))) {
    const auto document = QJsonDocument::fromJson(clean.toUtf8());
    if (!document.isNull())
      if (const PoseReading json = fromJson(document); json.pose || !json.problem.isEmpty()) return json;
  }
  for (const auto& read : {fromHeadings, fromOrigin, fromList})
    if (const PoseReading reading = read(clean); reading.pose || !reading.problem.isEmpty()) return reading;
  return {};
}

std::optional<Pose> poseFromText(const QString& text) { return readPose(text).pose; }

void putPoseOnClipboard(const Pose& pose, const QString& text, bool in_world) {
  auto* data = new QMimeData;
  data->setText(text);
  data->setData(kFormat, poseToText(pose, Notation::kQuaternion).toLatin1());
  if (in_world) data->setData(kInWorld, "1");
  QApplication::clipboard()->setMimeData(data);
}

PoseReading readPastedPose(const QString& text) {
  const QMimeData* data = QApplication::clipboard()->mimeData();
  if (data && data->hasFormat(kFormat) && data->text() == text)
    if (PoseReading own = readPose(QString::fromLatin1(data->data(kFormat))); own.pose) {
      own.in_world = data->hasFormat(kInWorld);
      return own;
    }
  return readPose(text);
}

}  // namespace ww::ui
