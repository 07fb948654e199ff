// SPDX-License-Identifier: Apache-2.0
#include "ui/panels/rules/explain_panel.h"

#include <QHBoxLayout>
#include <QHeaderView>
#include <QVBoxLayout>
#include <algorithm>

#include "core/usecase/rules/rule_matrix.h"
#include "ui/bridge/collision_pair.h"
#include "ui/bridge/rule_edits.h"
#include "ui/bridge/status_text.h"
#include "ui/widgets/flow_layout.h"
#include "ui/widgets/icons.h"
#include "ui/widgets/shown_decimals.h"
#include "ui/widgets/wrap_label.h"

namespace ww::ui {
namespace {

using usecase::RuleHome;
using usecase::RuleRef;

constexpr int kRuleOfRow = Qt::UserRole + 1;  // the index in the story
constexpr double kUsualMargin = 0.01;         // metres, offered where there is none

// It stands in the list, and can be changed there.
bool isListed(const RuleRef& rule) {
  return isOfWorld(rule) || rule.home == RuleHome::kObjectExclusion || rule.home == RuleHome::kObjectCheck ||
         rule.home == RuleHome::kObjectMargin;
}

session::RuleSide sideOfNode(const world::World& world, const world::NodeRef& node) {
  if (const auto* object = std::get_if<ObjectId>(&node)) return {*object, {}};
  const auto* entity = std::get_if<EntityId>(&node);
  const auto* owner = entity ? world.owner(*entity) : nullptr;
  return owner ? session::RuleSide{owner->object, *entity} : session::RuleSide{};
}

}  // namespace

ExplainPanel::ExplainPanel(SessionBridge& bridge, Selection& selection, PairWatch& watch, QWidget* parent)
    : QWidget(parent),
      bridge_(bridge),
      selection_(selection),
      watch_(watch),
      verdict_(new WrapLabel({}, this)),
      why_(new WrapLabel({}, this)),
      distance_(new WrapLabel({}, this)),
      says_(new QTreeWidget(this)),
      following_(new QCheckBox(tr("Follow the selection"), this)),
      exclude_(new QPushButton(tr("Do not check them"), this)),
      check_(new QPushButton(tr("Check them"), this)),
      apart_(new QPushButton(tr("Keep apart by"), this)),
      rule_(new QPushButton(tr("Go to the rule"), this)),
      switch_(new QPushButton(tr("Switch checking on"), this)),
      show_(new QPushButton(tr("Show"), this)),
      margin_(new QuantityField({{}, tr("Margin of the pair"), Quantity::kLength}, this)),
      changes_(new QWidget(this)) {
  build();
  connect(&watch_, &PairWatch::changed, this, &ExplainPanel::refresh);
  connect(&selection_, &Selection::changed, this, &ExplainPanel::followSelection);
  connect(following_, &QCheckBox::toggled, this, &ExplainPanel::followSelection);
  connect(exclude_, &QPushButton::clicked, this, [this] { change(Change::kExclude); });
  connect(check_, &QPushButton::clicked, this, [this] { change(Change::kCheck); });
  connect(apart_, &QPushButton::clicked, this, [this] { change(Change::kApart); });
  connect(show_, &QPushButton::clicked, this, &ExplainPanel::lookWanted);
  connect(switch_, &QPushButton::clicked, this, &ExplainPanel::switchDecider);
  connect(rule_, &QPushButton::clicked, this, [this] {
    if (const auto rule = decider(); rule && isListed(*rule)) Q_EMIT ruleWanted(*rule);
  });
  connect(says_, &QTreeWidget::itemActivated, this, [this](const QTreeWidgetItem* item) {
    const auto& answer = watch_.answer();
    const auto row = static_cast<std::size_t>(item->data(0, kRuleOfRow).toInt());
    if (!answer || !answer->story || row >= answer->story->nearest.says.size()) return;
    const RuleRef rule = answer->story->nearest.says[row].rule;
    if (isListed(rule)) Q_EMIT ruleWanted(rule);
  });
  refresh();
}

// ---- made of

void ExplainPanel::build() {
  verdict_->setObjectName(QStringLiteral("strong"));
  distance_->setObjectName(QStringLiteral("dim"));
  following_->setChecked(true);
  following_->setToolTip(tr("Tells of the two things that are selected, whenever two are"));
  margin_->setCheck([](double si) { return si < 0.0 ? tr("A margin cannot be negative.") : QString(); });
  margin_->edit()->setMaximumWidth(90);
  margin_->setValue(kUsualMargin);
  says_->setAccessibleName(tr("What has a say about the pair"));
  says_->setWhatsThis(
      tr("Every rule that is about the pair, the one that decides first; Enter goes to it in the list"));
  says_->setHeaderLabels({tr("What has a say"), tr("What comes of it")});
  says_->setRootIsDecorated(false);
  says_->setMinimumHeight(60);
  says_->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
  says_->header()->setSectionResizeMode(QHeaderView::Stretch);
  auto* buttons = new FlowLayout(changes_, 6, 4);
  buildButtons(buttons);
  auto* box = new QVBoxLayout(this);
  box->setContentsMargins(8, 4, 8, 4);
  box->setSpacing(2);
  box->addWidget(verdict_);
  box->addWidget(why_);
  box->addWidget(distance_);
  box->addWidget(says_, 1);
  box->addWidget(changes_);
}

void ExplainPanel::buildButtons(QLayout* to) {
  exclude_->setToolTip(tr("They may touch and overlap from now on"));
  check_->setToolTip(tr("They collide again when they touch: what keeps them from being checked is changed for them"));
  apart_->setToolTip(tr("They collide as soon as they are nearer than this"));
  rule_->setToolTip(tr("Shows what decides in the list of rules, to be changed there"));
  show_->setToolTip(tr("Brings the two, and where they are nearest, into view"));
  for (QWidget* widget :
       std::initializer_list<QWidget*>{exclude_, check_, apart_, margin_, rule_, switch_, show_, following_})
    to->addWidget(widget);
}

// ---- what is told

void ExplainPanel::explain(const world::NodeRef& a, const world::NodeRef& b) {
  watch_.ask(a, b);
  refresh();
}

void ExplainPanel::followSelection() {
  if (!isVisible() || !following_->isChecked()) return;
  const auto pair = collisionPair(*bridge_.snapshot().world, selection_.nodes());
  if (pair) watch_.ask(pair->a, pair->b);
}

void ExplainPanel::showEvent(QShowEvent* event) {
  QWidget::showEvent(event);
  followSelection();
  refresh();
}

void ExplainPanel::hideEvent(QHideEvent* event) {
  QWidget::hideEvent(event);
  Q_EMIT nearestChanged();
}

void ExplainPanel::refresh() {
  const auto& answer = watch_.answer();
  if (!watch_.isAsked())
    showNothing(
        tr("Select two objects or links, in the view or in the scene tree: here stands why they are checked "
           "against each other, or why not."));
  else if (!answer) showNothing(tr("Working it out..."));
  else if (!answer->story) showNothing(answer->why_not.title + QLatin1Char(' ') + answer->why_not.hint);
  else showStory(*answer);
  Q_EMIT nearestChanged();
}

void ExplainPanel::showNothing(const QString& text) {
  verdict_->setText(text);
  for (QWidget* widget : std::initializer_list<QWidget*>{why_, distance_, says_}) widget->hide();
  for (QWidget* widget : std::initializer_list<QWidget*>{exclude_, check_, apart_, margin_, rule_, switch_, show_})
    widget->hide();
}

void ExplainPanel::showStory(const PairWatch::Answer& answer) {
  const usecase::PairStory& story = answer.story->nearest;
  QString verdict = toText(story.verdict);
  if (story.collides) verdict += QLatin1Char(' ') + tr("They collide now.");
  if (answer.story->pairs > 1)
    verdict += QLatin1Char(' ') + tr("These are the nearest of %1 pairs of bodies, of which %2 are checked.")
                                      .arg(answer.story->pairs)
                                      .arg(answer.story->checked);
  verdict_->setText(verdict);
  why_->setText(toText(story.why));
  QString distance = toText(story.distance);
  if (!story.effective.excluded && story.effective.margin_m > 0.0)
    distance += QStringLiteral("; ") +
                tr("the margin that holds is %1").arg(shownQuantity(story.effective.margin_m, Quantity::kLength));
  if (!watch_.isUpToDate()) distance += QLatin1Char(' ') + tr("(before the last change)");
  distance_->setText(distance);
  for (QWidget* widget : std::initializer_list<QWidget*>{why_, distance_}) widget->show();
  showSays(story);
  showButtons(answer);
}

void ExplainPanel::showSays(const usecase::PairStory& story) {
  says_->clear();
  int row = 0;
  for (const usecase::Say& say : story.says) {
    auto* item = new QTreeWidgetItem(says_, {toText(say.what), toText(say.outcome)});
    item->setData(0, kRuleOfRow, row++);
    for (int column : {0, 1}) item->setToolTip(column, item->text(column));
    if (!say.decides) continue;
    item->setIcon(0, icon(QStringLiteral("check"), Role::kAccent));
    for (int column : {0, 1}) {
      QFont font = item->font(column);
      font.setBold(true);
      item->setFont(column, font);
    }
  }
  says_->setVisible(!story.says.empty());
}

void ExplainPanel::showButtons(const PairWatch::Answer& answer) {
  const auto& story = *answer.story;
  const RuleHome home = decider() ? decider()->home : RuleHome::kWorldMargin;
  const bool can_change = home != RuleHome::kSwitch && home != RuleHome::kSameBody;
  exclude_->setVisible(can_change && story.checked > 0);
  check_->setVisible(can_change && story.checked < story.pairs);
  apart_->setVisible(can_change && story.checked > 0);
  margin_->setVisible(can_change && story.checked > 0);
  if (margin_of_ != answer.world) {
    const double now = story.nearest.effective.margin_m;
    margin_->setValue(now > 0.0 ? now : kUsualMargin);
    margin_of_ = answer.world;
  }
  const auto rule = decider();
  rule_->setVisible(rule && isListed(*rule));
  if (rule && isListed(*rule)) rule_->setText(tr("Go to %1").arg(ruleTitle(*answer.world, *rule)));
  const bool is_switch = home == RuleHome::kSwitch;
  switch_->setVisible(is_switch || (rule && isOfWorld(*rule)));
  if (is_switch) switch_->setText(tr("Switch checking on"));
  else if (rule) switch_->setText(tr("Switch off %1").arg(ruleTitle(*answer.world, *rule)));
  switch_->setToolTip(is_switch ? tr("What collides is found and told again, by the rules of this world")
                                : tr("The rule is kept, and has no effect any more; see what decides then"));
  show_->setVisible(story.nearest.now.has_value());
}

std::optional<RuleRef> ExplainPanel::decider() const {
  const auto& answer = watch_.answer();
  if (!answer || !answer->story) return std::nullopt;
  const auto& says = answer->story->nearest.says;
  const auto at = std::ranges::find_if(says, &usecase::Say::decides);
  if (at == says.end()) return std::nullopt;
  return at->rule;
}

std::optional<ExplainPanel::Nearest> ExplainPanel::nearest() const {
  const auto& answer = watch_.answer();
  if (!isVisible() || !answer || !answer->story || !answer->story->nearest.now) return std::nullopt;
  const collision::Contact& now = *answer->story->nearest.now;
  return Nearest{now.point_a, now.point_b, now.a, now.b};
}

// ---- what is changed

void ExplainPanel::change(Change what) {
  const auto& answer = watch_.answer();
  if (!answer) return;
  const auto world = bridge_.snapshot().world;
  const auto pair = collisionPair(*world, {answer->a, answer->b});
  if (!pair || (what == Change::kApart && !margin_->typed())) return;
  if (what == Change::kApart && !canKeepApart(margin_->value())) return;
  const usecase::Stroke stroke{sideOfNode(*world, pair->a), sideOfNode(*world, pair->b)};
  const auto brush = what == Change::kExclude ? usecase::Brush::kExclude
                     : what == Change::kCheck ? usecase::Brush::kCheck
                                              : usecase::Brush::kMargin;
  const QString label = what == Change::kExclude ? tr("Do not check %1 against %2")
                        : what == Change::kCheck ? tr("Check %1 against %2")
                                                 : tr("Keep %1 apart from %2");
  const double margin = what == Change::kApart ? margin_->value() : 0.0;
  bridge_.commit(label.arg(pair->name_a, pair->name_b), usecase::paintCells(*world, collision::RuleSet::ofWorld(*world),
                                                                            std::span(&stroke, 1), brush, margin));
}

// The smallest margin holds: a larger one beside it would be a rule without effect.
bool ExplainPanel::canKeepApart(double margin) {
  const auto rule = decider();
  if (!rule) return true;
  const auto& answer = *watch_.answer();
  const double now = answer.story->nearest.effective.margin_m;
  if (margin < now) return true;
  margin_->complain(tr("The smallest margin holds, and %1 asks for %2. Change it there.")
                        .arg(ruleTitle(*answer.world, *rule), shownQuantity(now, Quantity::kLength)));
  return false;
}

void ExplainPanel::switchDecider() {
  const auto rule = decider();
  if (!rule) return;
  if (rule->home == RuleHome::kSwitch) switchChecking(bridge_, true);
  else if (isOfWorld(*rule)) switchRules(bridge_, *watch_.answer()->world, {*rule}, false);
}

}  // namespace ww::ui
