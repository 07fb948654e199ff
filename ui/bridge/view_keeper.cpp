// SPDX-License-Identifier: Apache-2.0
#include "ui/bridge/view_keeper.h"

#include <QStringList>
#include <algorithm>

namespace ww::ui {

namespace {

bool hasNode(const world::World& world, std::uint64_t id) {
  return world.peek(ObjectId{id}) || world.peek(FrameId{id}) || world.owner(EntityId{id});
}

}  // namespace

ViewKeeper::ViewKeeper(SessionBridge& bridge, QObject* parent) : QObject(parent), bridge_(bridge) {
  // Nobody would know why nothing is shown.
  connect(&bridge_, &SessionBridge::changed, this, [this] {
    const auto world = bridge_.snapshot().world;
    const auto& alone = state_.isolated;
    if (!alone.empty() && std::none_of(alone.begin(), alone.end(), [&](auto id) { return hasNode(*world, id); }))
      endIsolation();
  });
}

void ViewKeeper::set(project::ViewState state) {
  if (state == state_) return;
  state_ = std::move(state);
  visibility_ = Visibility(state_);
  Q_EMIT changed();
}

void ViewKeeper::setHidden(const std::vector<world::NodeRef>& nodes, bool on) {
  project::ViewState next = state_;
  const project::NodeIds ids = project::nodeIds(nodes);
  next.hidden = on ? project::joined(next.hidden, ids) : project::without(next.hidden, ids);
  set(std::move(next));
}

void ViewKeeper::setLocked(const std::vector<world::NodeRef>& nodes, bool on) {
  project::ViewState next = state_;
  const project::NodeIds ids = project::nodeIds(nodes);
  next.locked = on ? project::joined(next.locked, ids) : project::without(next.locked, ids);
  set(std::move(next));
}

void ViewKeeper::isolate(const std::vector<world::NodeRef>& nodes) {
  project::ViewState next = state_;
  next.isolated = project::nodeIds(nodes);
  set(std::move(next));
}

void ViewKeeper::endIsolation() { isolate({}); }

void ViewKeeper::showAll() {
  project::ViewState next = state_;
  next.hidden.clear();
  next.isolated.clear();
  next.frames_hidden = next.robots_hidden = next.parts_hidden = false;
  set(std::move(next));
}

bool ViewKeeper::hidesAny() const {
  return !state_.hidden.empty() || !state_.isolated.empty() || state_.frames_hidden || state_.robots_hidden ||
         state_.parts_hidden;
}

// Of what is gone nobody looks for it.
std::size_t ViewKeeper::hiddenCount() const {
  const auto world = bridge_.snapshot().world;
  return static_cast<std::size_t>(
      std::count_if(state_.hidden.begin(), state_.hidden.end(), [&](std::uint64_t id) { return hasNode(*world, id); }));
}

QString ViewKeeper::hiddenText() const {
  if (!state_.isolated.empty()) return tr("%n isolated", nullptr, static_cast<int>(state_.isolated.size()));
  QStringList parts;
  if (const std::size_t count = hiddenCount()) parts << tr("%n hidden", nullptr, static_cast<int>(count));
  if (state_.robots_hidden) parts << tr("no robots");
  if (state_.parts_hidden) parts << tr("no parts");
  if (state_.frames_hidden) parts << tr("no frames");
  return parts.join(QStringLiteral(", "));
}

}  // namespace ww::ui
