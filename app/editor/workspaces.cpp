// SPDX-License-Identifier: Apache-2.0
#include "app/editor/workspaces.h"

#include <QMainWindow>
#include <array>
#include <utility>

#include "ui/settings/user_settings.h"

namespace ww::editor {
namespace {

constexpr int kVersion = 2;         // of what is kept; another one is not read
constexpr int kRoomForBoth = 1100;  // pixels: a narrower window has not both the tree and the properties open at first
constexpr auto kCurrentKey = "workspaces/current";

struct First {
  const char* id;  // in the settings
  const char* left;
  const char* right;
  const char* below;
};
// In the order of ui::Workspace.
constexpr std::array<First, 4> kFirst{{{"layout", "scene", "properties", ""},
                                       {"motion", "scene", "", "motion"},
                                       {"collisions", "scene", "", "collisions"},
                                       {"review", "", "properties", ""}}};

const First& firstOf(ui::Workspace workspace) { return kFirst[static_cast<std::size_t>(workspace)]; }

QString keyOf(ui::Workspace workspace, const char* what) {
  return QStringLiteral("workspaces/%1/%2").arg(QLatin1String(firstOf(workspace).id), QLatin1String(what));
}

}  // namespace

Workspaces::Workspaces(QMainWindow& window, Docks& docks) : QObject(&window), window_(window), docks_(docks) {
  connect(&docks_, &Docks::changed, this, &Workspaces::changed);
}

void Workspaces::restore() {
  docks_.keepAsFirst();
  const QString id = ui::settings::value(QLatin1String(kCurrentKey)).toString();
  for (std::size_t i = 0; i < kFirst.size(); ++i)
    if (id == QLatin1String(kFirst[i].id)) current_ = static_cast<ui::Workspace>(i);
  put();
}

void Workspaces::keep() const {
  ui::settings::set(QLatin1String(kCurrentKey), QLatin1String(firstOf(current_).id));
  // What nobody has changed fits itself to the next window.
  const bool untouched = is_first_ && docks_.places() == first_ && docks_.widths().kept().isEmpty();
  if (untouched) return;
  ui::settings::set(keyOf(current_, "layout"), window_.saveState(kVersion));
  ui::settings::set(keyOf(current_, "widths"), docks_.widths().kept());
}

void Workspaces::put() {
  const QByteArray layout = ui::settings::value(keyOf(current_, "layout")).toByteArray();
  folded_.clear();
  const QVariantMap widths = ui::settings::value(keyOf(current_, "widths")).toMap();
  is_first_ = layout.isEmpty() || !docks_.restore(layout, kVersion, widths);
  if (is_first_) arrange();
}

void Workspaces::arrange() {
  const First& first = firstOf(current_);
  QStringList open;
  for (const char* id : {first.left, first.right, first.below}) open << QLatin1String(id);
  if (*first.left && *first.right && window_.width() < kRoomForBoth) open.removeAll(QLatin1String(first.right));
  open.removeAll(QString());
  docks_.arrange(open);
  first_ = docks_.places();
}

void Workspaces::fitBeforeShown() {
  if (is_first_ && !window_.isVisible()) arrange();
}

void Workspaces::shown() {
  if (std::exchange(was_shown_, true)) return;
  if (is_first_) arrange();
}

void Workspaces::setWorkspace(ui::Workspace workspace) {
  if (workspace == current_) return;
  keep();
  current_ = workspace;
  ui::settings::set(QLatin1String(kCurrentKey), QLatin1String(firstOf(current_).id));
  put();
  Q_EMIT changed();
}

void Workspaces::resetWorkspace() {
  ui::settings::remove(keyOf(current_, "layout"));
  ui::settings::remove(keyOf(current_, "widths"));
  put();
}

void Workspaces::toggleRoom() {
  const QStringList open = docks_.open();
  for (const QString& id : open.isEmpty() ? folded_ : open) docks_.toggle(id);
  folded_ = open;
}

}  // namespace ww::editor
