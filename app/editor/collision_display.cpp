// SPDX-License-Identifier: Apache-2.0
#include "app/editor/collision_display.h"

#include <QStringList>
#include <algorithm>
#include <utility>

#include "ui/bridge/coverage_text.h"
#include "ui/scene/viewport.h"

namespace ww::editor {
namespace {

using Kind = ui::Chip::Kind;
constexpr int kMostLines = 12, kMostNamed = 5;

QString linesOf(const std::vector<ui::Collision>& found) {
  QStringList lines;
  for (const auto& c : found) lines << c.text;
  const int more = static_cast<int>(lines.size()) - kMostLines;
  if (more > 0) lines = lines.mid(0, kMostLines) << CollisionDisplay::tr("and %n more", "", more);
  return lines.join(QLatin1Char('\n'));
}

}  // namespace

CollisionDisplay::CollisionDisplay(ui::SessionBridge& bridge, ui::Selection& selection, ui::PoseLayer& layer,
                                   ViewHost& view)
    : QObject(&view),
      bridge_(bridge),
      selection_(selection),
      view_(view),
      watch_(new ui::CollisionWatch(bridge, layer, this)),
      chip_(new ui::Chip(view.chipRow()->parentWidget())) {
  chip_->setProperty("about", QStringLiteral("collisions"));
  view.chipRow()->addWidget(chip_);
  connect(watch_, &ui::CollisionWatch::checked, this, [this] {
    showChip();
    paint();
    if (std::exchange(was_moving_, watch_->isMoving()) && !was_moving_) Q_EMIT movingEnded();
  });
  connect(watch_, &ui::CollisionWatch::ageChanged, this, &CollisionDisplay::showChip);
  connect(chip_, &ui::Chip::clicked, this, &CollisionDisplay::goToNext);
  showChip();
}

void CollisionDisplay::setPainting(bool on) {
  painting_ = on;
  paint();
}

void CollisionDisplay::setChosen(const std::optional<std::pair<EntityId, EntityId>>& pair) {
  if (chosen_ == pair) return;
  chosen_ = pair;
  paint();
}

QString CollisionDisplay::emptyText() const {
  if (!watch_->hasResult()) return tr("Collisions are being checked.");
  if (!watch_->coverage().checked()) return chip_->toolTip();
  return tr("Nothing collides. What does is listed here, with how deep and by which rule.") + basisText() +
         excludedText();
}

void CollisionDisplay::setHeld(bool held) {
  if (std::exchange(held_, held) != held) paint();
}

void CollisionDisplay::paint() {
  if (held_ || (!painting_ && !watch_->isMoving())) return;
  std::vector<ui::Viewport::Contact> contacts;
  for (const auto& c : watch_->collisions()) contacts.push_back({c.point_a, c.point_b, c.a, c.b});
  // The view paints the first of them.
  if (chosen_)
    std::stable_partition(contacts.begin(), contacts.end(), [this](const ui::Viewport::Contact& c) {
      return *chosen_ == std::pair<EntityId, EntityId>(std::minmax(c.a, c.b));
    });
  view_.view()->marks().setContacts(contacts);
}

// Under a steady stream of edits there is always a newer world than the one that was checked last: what
// was found a moment ago stands there all the same, and says of when it is once that is longer ago.
void CollisionDisplay::showChip() {
  if (watch_->isMoving()) return showMovingChip();
  const auto& found = watch_->collisions();
  if (!watch_->hasResult()) return chip_->set(Kind::kNeutral, tr("Checking..."), tr("Collisions are being checked."));
  if (found.empty() && !watch_->coverage().checked()) return showNotChecked();
  const int count = static_cast<int>(found.size());
  const QString text = found.empty()       ? freeText()
                       : watch_->hasMore() ? tr("More than %n collisions", "", count)
                                           : tr("%n collisions", "", count);
  const QString tip = (found.empty() ? tr("Nothing of what was looked at collides.") : linesOf(found)) + basisText() +
                      excludedText() + leftOutText();
  if (!watch_->isRecent())
    return chip_->set(Kind::kNeutral, tr("Checking... (before: %1)").arg(text),
                      tr("The world has changed since. Before: %1").arg(tip));
  if (found.empty()) chip_->set(freeKind(), text, tip);
  else chip_->set(Kind::kError, text, tip + QLatin1Char('\n') + tr("A click shows where."));
}

// A robot that rules keep out of every check is not free of anything.
Kind CollisionDisplay::freeKind() const {
  return ui::isDoubtful(*bridge_.snapshot().world, watch_->coverage()) ? Kind::kWarning : Kind::kGood;
}

QString CollisionDisplay::freeText() const {
  const auto& world = *bridge_.snapshot().world;
  const auto robots = ui::robotsLeftOut(world, watch_->coverage());
  if (robots.empty()) return tr("Free of collisions");
  if (robots.size() > 1) return tr("Free of collisions, %n objects not checked", "", static_cast<int>(robots.size()));
  return tr("Free of collisions, %1 not checked").arg(QString::fromStdString(world.display(robots.front())));
}

// By which rules, how much was looked at, and what they leave out as a whole.
QString CollisionDisplay::basisText() const {
  const QString left_out = ui::leftOutByRules(*bridge_.snapshot().world, watch_->coverage());
  if (!watch_->coverage().checked()) return {};
  const QString looked = QLatin1Char('\n') + ui::lookedAtText(watch_->coverage());
  return left_out.isEmpty() ? looked : looked + QLatin1Char('\n') + left_out;
}

// Nothing was looked at: then nothing is free of anything.
void CollisionDisplay::showNotChecked() {
  using Nothing = collision::Coverage::Nothing;
  const bool off = watch_->coverage().nothing == Nothing::kSwitchedOff;
  if (!off && watch_->coverage().nothing != Nothing::kExcluded)
    return chip_->set(Kind::kNeutral, tr("Nothing to check"),
                      tr("There are no two things that could collide. Add or import some.") + leftOutText());
  chip_->set(
      Kind::kWarning, tr("Not checked for collisions"),
      (off ? tr("Checking is switched off in the collision settings of the world. A click shows how to switch it on.")
           : tr("The collision settings of the world exclude every pair. Select two objects and choose \"Check "
                "collisions\" in the Edit menu.")) +
          leftOutText());
}

// What rules hide: things that stand in each other all the same.
QString CollisionDisplay::excludedText() const {
  const QStringList& excluded = watch_->excluded();
  if (excluded.isEmpty()) return {};
  QStringList lines = excluded.mid(0, kMostNamed);
  const int more = static_cast<int>(excluded.size()) - kMostNamed;
  if (more > 0) lines << tr("and %n more", "", more);
  return QLatin1Char('\n') +
         tr("Left out by rules, though they overlap: %1. Change the rule in the Collisions panel to have them checked.")
             .arg(lines.join(QStringLiteral("; ")));
}

// A line on what can be seen and is never checked.
QString CollisionDisplay::leftOutText() const {
  const auto& world = *bridge_.snapshot().world;
  const QString names = ui::unseenNames(world, watch_->coverage()),
                open = ui::openMeshesText(world, watch_->coverage());
  QString text;
  if (!names.isEmpty())
    text = QLatin1Char('\n') +
           tr("Without collision geometry, and never checked: %1. Import with collision geometry to have it checked.")
               .arg(names);
  return open.isEmpty() ? text : text + QLatin1Char('\n') + open;
}

// Something is dragged, jogged or previewed: what is told is of that, and never older than an eye takes.
void CollisionDisplay::showMovingChip() {
  const auto& found = watch_->collisions();
  if (!watch_->isRecent())
    return chip_->set(Kind::kNeutral, tr("Moving..."),
                      tr("What is shown now has not been checked for collisions yet."));
  const QString about = tr("This is about what is shown now. The world has not been changed yet.");
  if (found.empty() && !watch_->coverage().checked()) return showNotChecked();
  if (found.empty()) return chip_->set(freeKind(), tr("Free of collisions as shown"), about + basisText());
  const int count = static_cast<int>(found.size());
  chip_->set(
      Kind::kError,
      watch_->hasMore() ? tr("More than %n collisions as shown", "", count) : tr("%n collisions as shown", "", count),
      linesOf(found) + QLatin1Char('\n') + about);
}

void CollisionDisplay::goToNext() {
  const auto found = watch_->collisions();
  if (found.empty()) {
    if (watch_->coverage().nothing == collision::Coverage::Nothing::kSwitchedOff)
      Q_EMIT panelAsked(QStringLiteral("problems"));
    return;
  }
  Q_EMIT panelAsked(QStringLiteral("collisions"));
  const auto isLast = [this](const ui::Collision& c) { return last_ && *last_ == std::pair(c.a, c.b); };
  const auto last = std::find_if(found.begin(), found.end(), isLast);
  const auto next = last == found.end() || last + 1 == found.end() ? found.begin() : last + 1;
  last_ = {next->a, next->b};
  Q_EMIT wentTo(next->a, next->b);
  const auto world = bridge_.snapshot().world;
  selection_.select(ui::wholeObjects(*world, {next->a, next->b}));
  selection_.prune(*world);  // it may be newer
  view_.view()->lookAt({{next->point_a, next->point_b}, {next->a, next->b}});
  const auto number = static_cast<int>(next - found.begin()) + 1, all = static_cast<int>(found.size());
  const QString of = watch_->hasMore() ? tr("%1 of more than %2: %3") : tr("%1 of %2: %3");
  Q_EMIT message(all == 1 ? next->text : of.arg(number).arg(all).arg(next->text));
}

}  // namespace ww::editor
