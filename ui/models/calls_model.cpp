// SPDX-License-Identifier: Apache-2.0
#include "ui/models/calls_model.h"

#include <algorithm>
#include <iterator>

#include "ui/widgets/icons.h"

namespace ww::ui {
namespace {

constexpr std::size_t kMostCalls = 2000;  // of each list

void append(std::deque<SharedCall>& list, const SharedCall& call) {
  list.push_back(call);
  if (list.size() > kMostCalls) list.pop_front();
}

QString resultOf(const SharedCall& call) {
  return call.isFailure() && call.problem != call.code ? QStringLiteral("%1: %2").arg(call.code, call.problem)
                                                       : call.code;
}

}  // namespace

bool CallsModel::fits(const SharedCall& call) const {
  if (failures_only_ && !call.isFailure()) return false;
  if (filter_.isEmpty()) return true;
  for (const QString* text : {&call.client, &call.method, &call.world, &call.code, &call.problem})
    if (text->contains(filter_, Qt::CaseInsensitive)) return true;
  return false;
}

void CallsModel::add(const std::vector<SharedCall>& calls) {
  std::deque<SharedCall> fresh;
  for (const SharedCall& call : calls) {
    append(all_, call);
    if (call.isFailure()) append(failures_, call);
    if (fits(call)) append(fresh, call);
  }
  if (fresh.empty()) return;
  if (const std::size_t count = shown_.size() + fresh.size(); count > kMostCalls) {
    const auto gone = static_cast<std::ptrdiff_t>(std::min(count - kMostCalls, shown_.size()));
    beginRemoveRows({}, 0, static_cast<int>(gone) - 1);
    shown_.erase(shown_.begin(), shown_.begin() + gone);
    endRemoveRows();
  }
  beginInsertRows({}, static_cast<int>(shown_.size()), static_cast<int>(shown_.size() + fresh.size()) - 1);
  std::move(fresh.begin(), fresh.end(), std::back_inserter(shown_));
  endInsertRows();
}

void CallsModel::clear() {
  all_.clear();
  failures_.clear();
  refill();
}

void CallsModel::refill() {
  beginResetModel();
  shown_.clear();
  const auto& from = failures_only_ ? failures_ : all_;
  std::copy_if(from.begin(), from.end(), std::back_inserter(shown_),
               [this](const SharedCall& call) { return fits(call); });
  endResetModel();
}

void CallsModel::setFilter(const QString& text) {
  if (text.trimmed() == filter_) return;
  filter_ = text.trimmed();
  refill();
}

void CallsModel::setFailuresOnly(bool on) {
  if (on == failures_only_) return;
  failures_only_ = on;
  refill();
}

int CallsModel::rowCount(const QModelIndex& parent) const {
  return parent.isValid() ? 0 : static_cast<int>(shown_.size());
}

QVariant CallsModel::data(const QModelIndex& index, int role) const {
  if (!index.isValid()) return {};
  const SharedCall& call = shown_[static_cast<std::size_t>(index.row())];
  switch (role) {
    case Qt::DisplayRole:
      switch (index.column()) {
        case kTime: return call.time.toString(QStringLiteral("HH:mm:ss"));
        case kClient: return call.client;
        case kMethod: return call.method;
        case kResult: return resultOf(call);
        case kMilliseconds: return QString::number(call.ms, 'f', call.ms < 10 ? 2 : 0);
        default: return call.world;
      }
    case Qt::ToolTipRole: return QStringLiteral("%1\n%2 %3").arg(call.client, call.method, resultOf(call));
    case Qt::ForegroundRole: return call.isFailure() ? QVariant(Theme::instance().color(Role::kError)) : QVariant();
    case Qt::DecorationRole:
      return index.column() == kResult && call.isFailure() ? QVariant(icon(QStringLiteral("error"), Role::kError))
                                                           : QVariant();
    case Qt::TextAlignmentRole:
      return index.column() == kMilliseconds ? QVariant(Qt::AlignRight | Qt::AlignVCenter) : QVariant();
    default: return {};
  }
}

QVariant CallsModel::headerData(int section, Qt::Orientation orientation, int role) const {
  if (orientation != Qt::Horizontal || role != Qt::DisplayRole) return {};
  switch (section) {
    case kTime: return tr("Time");
    case kClient: return tr("Client");
    case kMethod: return tr("Method");
    case kResult: return tr("Result");
    case kMilliseconds: return tr("ms");
    default: return tr("World");
  }
}

}  // namespace ww::ui
