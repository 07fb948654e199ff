// SPDX-License-Identifier: Apache-2.0
#include "ui/panels/rules/rule_matrix_model.h"

#include <QElapsedTimer>
#include <QStringList>
#include <algorithm>
#include <numeric>
#include <utility>

#include "ui/bridge/status_text.h"
#include "ui/panels/rules/rule_matrix_look.h"

namespace ww::ui {

using usecase::CellSign;

namespace {

constexpr qint64 kCellBudgetNs = 12'000'000;  // of a turn; painting takes about as much again

bool hasAllWords(const QString& text, const QStringList& words) {
  return std::all_of(words.begin(), words.end(),
                     [&text](const QString& word) { return text.contains(word, Qt::CaseInsensitive); });
}

}  // namespace

RuleMatrixModel::RuleMatrixModel(QObject* parent) : QAbstractTableModel(parent) {
  next_turn_.setSingleShot(true);
  connect(&next_turn_, &QTimer::timeout, this, [this] {
    spent_ns_ = 0;
    if (std::exchange(missing_, false)) Q_EMIT more();
  });
}

void RuleMatrixModel::show(const world::World& world, const collision::RuleSet& rules) {
  beginResetModel();
  world_ = world;
  if (matrix_) matrix_->update(world, rules);
  else matrix_ = std::make_unique<usecase::RuleMatrix>(world, rules);
  nameLines();
  endResetModel();
}

void RuleMatrixModel::setOpen(ObjectId object, bool open) {
  if (!matrix_) return;
  beginResetModel();
  matrix_->setOpen(object, open);
  nameLines();
  endResetModel();
}

void RuleMatrixModel::filter(const QString& rows, const QString& columns) {
  if (rows.trimmed() == row_filter_ && columns.trimmed() == column_filter_) return;
  beginResetModel();
  row_filter_ = rows.trimmed();
  column_filter_ = columns.trimmed();
  applyFilters();
  endResetModel();
}

void RuleMatrixModel::nameLines() {
  names_.clear();
  longest_.clear();
  objects_ = 0;
  for (std::size_t i = 0; i < matrix_->size(); ++i) {
    names_.push_back(QString::fromStdString(matrix_->name(i)));
    if (names_.back().size() > longest_.size()) longest_ = names_.back();
    objects_ += matrix_->row(i).entity ? 0 : 1;
  }
  applyFilters();
}

void RuleMatrixModel::applyFilters() {
  rows_ = matching(row_filter_);
  columns_ = matching(column_filter_);
}

QString RuleMatrixModel::fullName(const Line& line) const {
  return QString::fromStdString(world_.display(nodeOf(line)));
}

// A folded object stays for the name of one of its bodies, too.
std::vector<int> RuleMatrixModel::matching(const QString& filter) const {
  std::vector<int> out(matrix_ ? matrix_->size() : 0);
  std::iota(out.begin(), out.end(), 0);
  const QStringList words = filter.split(QLatin1Char(' '), Qt::SkipEmptyParts);
  if (words.isEmpty()) return out;
  std::erase_if(out, [&](int i) {
    const Line& line = matrix_->row(static_cast<std::size_t>(i));
    if (hasAllWords(fullName(line), words)) return false;
    if (line.entity) return true;
    const auto bodies = collision::bodiesOf(world_, line.object);
    return std::none_of(bodies.begin(), bodies.end(), [&](EntityId body) {
      return hasAllWords(QString::fromStdString(world_.display(body)), words);
    });
  });
  return out;
}

int RuleMatrixModel::rowCount(const QModelIndex& parent) const {
  return parent.isValid() ? 0 : static_cast<int>(rows_.size());
}

int RuleMatrixModel::columnCount(const QModelIndex& parent) const {
  return parent.isValid() ? 0 : static_cast<int>(columns_.size());
}

QVariant RuleMatrixModel::data(const QModelIndex& index, int role) const {
  if (!index.isValid()) return {};
  switch (role) {
    case Qt::ToolTipRole:
    case Qt::AccessibleTextRole: return words(index.row(), index.column());
    case Qt::AccessibleDescriptionRole: return cellHint(cell(index.row(), index.column()).sign);
    default: return {};
  }
}

QVariant RuleMatrixModel::headerData(int section, Qt::Orientation side, int role) const {
  if (section < 0 || section >= static_cast<int>(lines(side).size())) return {};
  if (role == Qt::DisplayRole) return name(side, section);
  if (role != Qt::ToolTipRole && role != Qt::AccessibleTextRole) return {};
  const Line& its = line(side, section);
  const QString full = fullName(its);
  return its.can_open && role == Qt::ToolTipRole
             ? full + QLatin1Char('\n') + tr("%n bodies; a double click opens or folds it.", "", its.bodies)
             : full;
}

const RuleMatrixModel::Line& RuleMatrixModel::line(Qt::Orientation side, int section) const {
  return matrix_->row(static_cast<std::size_t>(lines(side)[static_cast<std::size_t>(section)]));
}

QString RuleMatrixModel::name(Qt::Orientation side, int section) const {
  return names_[static_cast<std::size_t>(lines(side)[static_cast<std::size_t>(section)])];
}

world::NodeRef RuleMatrixModel::nodeOf(const Line& line) {
  return line.entity ? world::NodeRef(line.entity) : world::NodeRef(line.object);
}

int RuleMatrixModel::find(Qt::Orientation side, const world::NodeRef& node) const {
  for (int i = 0; i < static_cast<int>(lines(side).size()); ++i)
    if (nodeOf(line(side, i)) == node) return i;
  return -1;
}

const usecase::Cell* RuleMatrixModel::look(int row, int column) {
  if (const usecase::Cell* known = matrix_->known(at(row), other(column))) return known;
  if (spent_ns_ >= kCellBudgetNs) {
    missing_ = true;
    return nullptr;
  }
  QElapsedTimer timer;
  timer.start();
  const usecase::Cell& made = matrix_->cell(at(row), other(column));
  spent_ns_ += timer.nsecsElapsed();
  if (!next_turn_.isActive()) next_turn_.start(0);
  return &made;
}

QString RuleMatrixModel::words(int row, int column) const {
  const Line &a = line(Qt::Vertical, row), &b = line(Qt::Horizontal, column);
  const usecase::Cell& its = cell(row, column);
  if (its.sign == CellSign::kNothing) return tr("%1: nothing to check, it is one body").arg(fullName(a));
  const QString reason = toText(its.reason);
  return its.sign == CellSign::kMixed ? tr("%1 and %2: %3").arg(fullName(a), fullName(b), reason) : reason;
}

}  // namespace ww::ui
