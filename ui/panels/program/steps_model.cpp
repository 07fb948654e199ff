// SPDX-License-Identifier: Apache-2.0
#include "ui/panels/program/steps_model.h"

#include <QLocale>
#include <QMimeData>
#include <algorithm>

#include "ui/settings/preferences.h"
#include "ui/widgets/icons.h"
#include "ui/widgets/shown_decimals.h"

namespace ww::ui {
namespace {

constexpr auto kStepMime = "application/x-worldwright-steps";
constexpr double kWidestCorner = 1.0;  // metres; beyond that somebody mistook the unit

const Unit& lengthUnit() {
  const Unit* preferred = findUnit(Preferences::instance().values().length_unit);
  return preferred ? *preferred : defaultUnit(Quantity::kLength);
}

std::optional<double> speedOf(const session::StepData& step) {
  if (const auto* move = std::get_if<session::MoveData>(&step.what)) return move->speed;
  if (const auto* joint = std::get_if<session::JointData>(&step.what)) return joint->speed;
  return std::nullopt;
}

// What was asked for; where the plan has less room, what it rounds of that.
QString cornerText(const StepRow& row, double asked, bool editing) {
  constexpr double kLess = 1e-5;  // metres
  const QString wish = shownQuantity(asked, Quantity::kLength);
  if (editing || !row.corner_m || *row.corner_m > asked - kLess) return wish;
  if (*row.corner_m == 0.0) return StepsModel::tr("a stop (%1 asked)").arg(wish);
  return StepsModel::tr("%1 (%2 asked)").arg(shownQuantity(*row.corner_m, Quantity::kLength), wish);
}

QString percent(double share) { return QStringLiteral("%1 %").arg(QLocale().toString(100.0 * share, 'g', 4)); }

}  // namespace

void StepsModel::setRows(std::vector<StepRow> rows) {
  const bool same = rows.size() == rows_.size();
  Q_EMIT rowsWillChange();
  if (!same) beginResetModel();
  std::swap(rows_, rows);
  if (!same) endResetModel();
  // Rows that are told to be others take back what is being typed in them.
  for (int row = 0; same && row < rowCount(); ++row)
    if (looks(rows_[static_cast<std::size_t>(row)]) != looks(rows[static_cast<std::size_t>(row)]))
      Q_EMIT dataChanged(index(row, 0), index(row, kColumns - 1));
  Q_EMIT rowsChanged();
}

// All that a row shows.
QStringList StepsModel::looks(const StepRow& row) const {
  QStringList out{row.why, QString::number(row.step.off), QString::fromStdString(row.step.comment),
                  QString::number(static_cast<int>(row.state)), QString::number(row.step.locked)};
  for (const int column : {kStep, kKind, kBlend, kSpeed, kEnds}) out << text(row, column, false).toString();
  return out;
}

int StepsModel::rowCount(const QModelIndex& parent) const {
  return parent.isValid() ? 0 : static_cast<int>(rows_.size());
}

const session::MoveData* StepsModel::moveAt(int row) const {
  return std::get_if<session::MoveData>(&rows_[static_cast<std::size_t>(row)].step.what);
}

QVariant StepsModel::text(const StepRow& row, int column, bool editing) const {
  const session::StepData& step = row.step;
  const auto* move = std::get_if<session::MoveData>(&step.what);
  const QString name = QString::fromStdString(step.name);
  switch (column) {
    case kStep:
      if (editing) return name;
      return name.isEmpty() ? stepText(step) : tr("%1: %2").arg(name, stepText(step));
    case kKind: return move ? kindText(move->kind) : QVariant();
    case kBlend: return move && move->blend.metres > 0.0 ? cornerText(row, move->blend.metres, editing) : QVariant();
    case kSpeed: return speedOf(step) ? percent(*speedOf(step)) : QVariant();
    case kEnds: return row.ends ? tr("%1 s").arg(QLocale().toString(*row.ends, 'f', 2)) : QVariant();
    case kState: return lookOf(row.state).text;
    default: return {};
  }
}

QVariant StepsModel::data(const QModelIndex& index, int role) const {
  if (!index.isValid() || index.row() >= rowCount()) return {};
  const StepRow& row = rows_[static_cast<std::size_t>(index.row())];
  const int column = index.column();
  switch (role) {
    case Qt::DisplayRole:
      if (column == kNumber) return QString::number(index.row() + 1);
      return text(row, column, false);
    case Qt::EditRole: return text(row, column, true);
    case Qt::DecorationRole:
      if (column == kNumber && row.step.locked) return icon(QStringLiteral("lock"), Role::kAccent);
      if (column == kStep) return icon(stepIcon(row.step));
      if (column == kState) return icon(lookOf(row.state).icon, lookOf(row.state).role);
      return {};
    case Qt::CheckStateRole:
      return column == kNumber ? QVariant(row.step.off ? Qt::Unchecked : Qt::Checked) : QVariant();
    case Qt::ForegroundRole: return row.step.off ? QVariant(Theme::instance().color(Role::kDim)) : QVariant();
    case Qt::ToolTipRole: {
      QStringList lines{text(row, kStep, false).toString(), QString::fromStdString(row.step.comment), row.why};
      if (column == kBlend || column == kState) lines.prepend(text(row, column, false).toString());
      if (row.step.locked) lines << tr("Locked: its motion is kept when the program is planned anew (Ctrl+L)");
      lines.removeAll(QString());
      return lines.join(QLatin1Char('\n'));
    }
    case Qt::AccessibleTextRole:
      if (column == kNumber && row.step.locked) return tr("%1, locked").arg(index.row() + 1);
      return column == kState || column == kStep ? text(row, column, false) : QVariant();
    default: return {};
  }
}

QVariant StepsModel::headerData(int section, Qt::Orientation orientation, int role) const {
  if (orientation != Qt::Horizontal || (role != Qt::DisplayRole && role != Qt::ToolTipRole)) return {};
  const bool tip = role == Qt::ToolTipRole;
  switch (section) {
    case kNumber:
      return tip ? tr("Number of the step; without the tick it is passed over, with a lock its motion is kept")
                 : tr("No.");
    case kStep: return tip ? tr("What the step does; its name is typed here") : tr("Step");
    case kKind:
      return tip ? tr("Any: around what is in the way. Linear: the tool goes straight. Joint: all joints at once")
                 : tr("Kind");
    case kBlend:
      return tip ? tr("How far from the target the corner to the next step is rounded, less where the plan has no room "
                      "for it; nothing: a stop")
                 : tr("Corner");
    case kSpeed: return tip ? tr("Share of what the joints may do") : tr("Speed");
    case kEnds: return tip ? tr("When the step is done, since the program began") : tr("Ends");
    case kState: return tip ? tr("Whether the plan of the step holds in the world as it is") : tr("State");
    default: return {};
  }
}

Qt::ItemFlags StepsModel::flags(const QModelIndex& index) const {
  if (!index.isValid()) return Qt::ItemIsDropEnabled;
  Qt::ItemFlags out = Qt::ItemIsEnabled | Qt::ItemIsSelectable | Qt::ItemIsDragEnabled;
  const bool moves = moveAt(index.row()) != nullptr;
  const bool fast = speedOf(rows_[static_cast<std::size_t>(index.row())].step).has_value();
  switch (index.column()) {
    case kNumber: return out | Qt::ItemIsUserCheckable;
    case kStep: return out | Qt::ItemIsEditable;
    case kKind:
    case kBlend: return moves ? out | Qt::ItemIsEditable : out;
    case kSpeed: return fast ? out | Qt::ItemIsEditable : out;
    default: return out;
  }
}

bool StepsModel::setData(const QModelIndex& index, const QVariant& value, int role) {
  if (!index.isValid()) return false;
  if (role == Qt::CheckStateRole && index.column() == kNumber) {
    Q_EMIT switchAsked(index.row(), value.toInt() == Qt::Checked);
    return true;
  }
  if (role != Qt::EditRole) return false;
  return take(index.row(), index.column(), value.toString().trimmed());
}

bool StepsModel::take(int row, int column, const QString& text) {
  if (text == this->text(rows_[static_cast<std::size_t>(row)], column, true).toString()) return true;
  session::StepChange change;
  if (column == kStep) {
    change.name = text.toStdString();
  } else if (column == kKind) {
    for (const auto kind : program::kMotionKinds)
      if (kindText(kind).compare(text, Qt::CaseInsensitive) == 0) change.kind = kind;
    if (!change.kind) return false;
  } else if (column == kBlend) {
    const auto typed = text.isEmpty() ? ParsedQuantity{0.0, {}} : parseQuantity(text, Quantity::kLength, lengthUnit());
    if (!typed.si) return Q_EMIT refused(typed.error), false;
    if (*typed.si < 0.0 || *typed.si > kWidestCorner)
      return Q_EMIT refused(tr("A corner is rounded by 0 to 1 m.")), false;
    program::Blend blend = moveAt(row)->blend;
    blend.metres = *typed.si;
    change.blend = blend;
  } else {
    QString number = text;
    const auto typed =
        parseQuantity(number.remove(QLatin1Char('%')), Quantity::kNumber, defaultUnit(Quantity::kNumber));
    if (!typed.si) return Q_EMIT refused(typed.error), false;
    if (*typed.si <= 0.0 || *typed.si > 100.0)
      return Q_EMIT refused(tr("A speed is above 0 % and at most 100 %.")), false;
    change.speed = *typed.si / 100.0;
  }
  Q_EMIT changeAsked(row, change);
  return true;
}

// ---- dragging

QStringList StepsModel::mimeTypes() const { return {QLatin1String(kStepMime)}; }

QMimeData* StepsModel::mimeData(const QModelIndexList& indexes) const {
  QList<int> rows;
  for (const QModelIndex& at : indexes)
    if (!rows.contains(at.row())) rows << at.row();
  std::sort(rows.begin(), rows.end());
  QStringList texts;
  for (const int row : rows) texts << QString::number(row);
  auto* data = new QMimeData;
  data->setData(QLatin1String(kStepMime), texts.join(QLatin1Char(' ')).toLatin1());
  return data;
}

bool StepsModel::dropMimeData(const QMimeData* data, Qt::DropAction action, int row, int, const QModelIndex& parent) {
  if (action != Qt::MoveAction || !data || !data->hasFormat(QLatin1String(kStepMime))) return false;
  QList<int> rows;
  for (const QByteArray& text : data->data(QLatin1String(kStepMime)).split(' ')) rows << text.toInt();
  const int before = row >= 0 ? row : parent.isValid() ? parent.row() : rowCount();
  Q_EMIT moveAsked(rows, before);
  return true;
}

}  // namespace ww::ui
