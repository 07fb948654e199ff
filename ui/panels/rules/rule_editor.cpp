// SPDX-License-Identifier: Apache-2.0
#include "ui/panels/rules/rule_editor.h"

#include <QHBoxLayout>
#include <QKeyEvent>
#include <QVBoxLayout>
#include <algorithm>

#include "ui/bridge/status_text.h"
#include "ui/models/node_text.h"
#include "ui/widgets/wrap_label.h"

namespace ww::ui {
namespace {

constexpr double kMostMargin = 1000.0;  // metres; beyond that somebody mistook the unit

bool saysTheSame(const usecase::RuleRow& a, const usecase::RuleRow& b) {
  return a.rule == b.rule && a.left.names == b.left.names && a.right.names == b.right.names &&
         a.left.missing == b.left.missing && a.right.missing == b.right.missing && actionOf(a) == actionOf(b);
}

bool isAboutTheSame(const usecase::RuleRow& a, const usecase::RuleRow& b) {
  return a.rule == b.rule && a.left.names == b.left.names && a.right.names == b.right.names;
}

}  // namespace

RuleEditor::RuleEditor(SessionBridge& bridge, Selection& selection, QWidget* parent)
    : QWidget(parent),
      bridge_(bridge),
      selection_(selection),
      title_(new WrapLabel({}, this)),
      notes_(new WrapLabel({}, this)),
      fields_(new QWidget(this)),
      left_(new RuleSideField(bridge, selection, tr("One side of the rule"), fields_)),
      right_(new RuleSideField(bridge, selection, tr("Other side of the rule"), fields_)),
      action_(new QComboBox(fields_)),
      margin_(new QuantityField({{}, tr("Margin"), Quantity::kLength, 0.0, 3, {}, kMostMargin}, fields_)),
      add_(new QPushButton(tr("Add the rule"), fields_)),
      cancel_(new QPushButton(tr("Cancel"), fields_)) {
  build();
  margin_->setCheck([](double si) { return si < 0.0 ? tr("A margin cannot be negative.") : QString(); });
  connect(left_, &RuleSideField::edited, this, [this] { sideEdited(true); });
  connect(right_, &RuleSideField::edited, this, [this] { sideEdited(false); });
  connect(action_, &QComboBox::activated, this, &RuleEditor::actionChosen);
  connect(margin_, &QuantityField::edited, this, [this](double si) { setAction({Kind::kMargin, si}); });
  connect(add_, &QPushButton::clicked, this, &RuleEditor::make);
  connect(cancel_, &QPushButton::clicked, this, &RuleEditor::endDraft);
  refresh();
}

void RuleEditor::build() {
  title_->setObjectName(QStringLiteral("strong"));
  notes_->setObjectName(QStringLiteral("dim"));
  action_->setAccessibleName(tr("What the rule does"));
  action_->setToolTip(
      tr("Not checked: they may touch and overlap. Checked: they collide when they are nearer than the margin."));
  action_->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
  add_->setObjectName(QStringLiteral("primary"));
  add_->setToolTip(tr("Makes the rule, as one step of the history"));
  cancel_->setToolTip(tr("Makes no rule"));
  const auto label = [this](const QString& text) {
    auto* made = new QLabel(text, fields_);
    made->setObjectName(QStringLiteral("fieldLabel"));
    return made;
  };
  auto* what = new QHBoxLayout;
  what->setSpacing(4);
  what->addWidget(action_, 3);
  what->addWidget(margin_, 2);
  auto* buttons = new QHBoxLayout;
  buttons->addWidget(add_);
  buttons->addWidget(cancel_);
  buttons->addStretch(1);
  auto* inner = new QVBoxLayout(fields_);
  inner->setContentsMargins(0, 0, 0, 0);
  inner->setSpacing(4);
  inner->addWidget(label(tr("Between")));
  inner->addWidget(left_);
  inner->addWidget(label(tr("and")));
  inner->addWidget(right_);
  inner->addLayout(what);
  inner->addLayout(buttons);
  auto* box = new QVBoxLayout(this);
  box->setContentsMargins(8, 2, 8, 4);
  box->setSpacing(4);
  box->addWidget(title_);
  box->addWidget(fields_);
  box->addWidget(notes_);
  box->addStretch(1);
}

// ---- what is shown

void RuleEditor::setRules(const world::WorldPtr& world, std::vector<usecase::RuleRow> rows, const QStringList& notes) {
  world_ = world;
  const bool same = std::ranges::equal(rows, rows_, saysTheSame);
  if (!drafting_ && !std::ranges::equal(rows, rows_, isAboutTheSame)) margin_->discard();
  rows_ = std::move(rows);
  notes_->setText(notes.join(QLatin1Char('\n')));
  notes_->setVisible(!drafting_ && !notes.isEmpty());
  if (!drafting_ && !same) refresh();  // else somebody may be typing, or choosing from a list
}

void RuleEditor::takeFocus() {
  if (!drafting_ && rows_.empty()) return;
  if (drafting_ || rows_.size() == 1) left_->setFocus();
  else action_->setFocus();
}

void RuleEditor::draft(ObjectId object) {
  margin_->discard();
  drafting_ = true;
  owner_ = object;
  refresh();
  const auto& nodes = selection_.nodes();
  left_->setText(nodes.empty() ? QString() : left_->textOf({nodes.front()}));
  right_->setText(nodes.size() < 2 ? QString() : right_->textOf({nodes.begin() + 1, nodes.end()}));
  left_->setFocus();
}

void RuleEditor::endDraft() {
  if (!drafting_) return;
  drafting_ = false;
  margin_->discard();
  refresh();
  Q_EMIT givenUp();
}

void RuleEditor::refresh() {
  const bool any = drafting_ || !rows_.empty();
  fields_->setVisible(any);
  add_->setVisible(drafting_);
  cancel_->setVisible(drafting_);
  notes_->setVisible(!drafting_ && !notes_->text().isEmpty());
  const auto now = bridge_.snapshot().world;
  if (drafting_) title_->setText(owner_ ? tr("New rule of %1").arg(nodeName(*now, owner_)) : tr("New rule"));
  else if (rows_.size() == 1) title_->setText(tr("Collision %1").arg(ruleTitle(*world_, rows_.front().rule)));
  else
    title_->setText(any ? tr("%1 collision rules").arg(rows_.size())
                        : tr("Choose a rule in the list to change it, or add one."));
  if (!any) return;
  showSides();
  fillActions();
  if (drafting_) return showAction({Kind::kExclude, 0.0}, false);
  const RuleAction first = actionOf(rows_.front());
  const bool mixed = std::ranges::any_of(rows_, [&](const auto& row) { return !(actionOf(row) == first); });
  showAction(first, mixed);
}

void RuleEditor::showSides() {
  for (RuleSideField* field : {left_, right_}) {
    field->setOwner(drafting_ ? owner_ : rows_.front().rule.object);
    if (drafting_) field->setText({});
    else if (rows_.size() > 1) field->showNothing(tr("several rules"));
    else {
      const auto& side = field == left_ ? rows_.front().left : rows_.front().right;
      field->setText(side.any ? QString() : toText(usecase::sideWords(side)));
    }
  }
}

// Only an object's own rule has a pair checked that would be excluded otherwise.
void RuleEditor::fillActions() {
  const bool all_own =
      drafting_ ? bool(owner_) : std::ranges::all_of(rows_, [](const auto& row) { return bool(row.rule.object); });
  action_->clear();
  action_->addItem(tr("Not checked"), static_cast<int>(Kind::kExclude));
  if (all_own) action_->addItem(tr("Checked all the same"), static_cast<int>(Kind::kCheck));
  action_->addItem(tr("Checked, kept apart by"), static_cast<int>(Kind::kMargin));
}

void RuleEditor::showAction(const RuleAction& action, bool is_mixed) {
  const bool all_margins =
      drafting_ || std::ranges::all_of(rows_, [](const auto& row) { return actionOf(row).kind == Kind::kMargin; });
  const bool same_kind =
      drafting_ || std::ranges::all_of(rows_, [&](const auto& row) { return actionOf(row).kind == action.kind; });
  action_->setCurrentIndex(same_kind ? action_->findData(static_cast<int>(action.kind)) : -1);
  action_->setPlaceholderText(tr("mixed"));
  if (is_mixed) margin_->setMixed(action.margin_m);
  else margin_->setValue(action.margin_m);
  margin_->setVisible(all_margins && action.kind == Kind::kMargin);
}

RuleAction RuleEditor::chosenAction() const {
  const QVariant kind = action_->currentData();
  if (!kind.isValid()) return {};
  const auto chosen = static_cast<Kind>(kind.toInt());
  return {chosen, chosen == Kind::kMargin && !margin_->isMixed() ? margin_->value() : 0.0};
}

// ---- what is changed

void RuleEditor::actionChosen() {
  const RuleAction action = chosenAction();
  margin_->setVisible(action.kind == Kind::kMargin);
  if (drafting_) return;
  // Which one is meant nobody has said.
  setAction(action, action.kind == Kind::kMargin && margin_->isMixed());
}

void RuleEditor::setAction(const RuleAction& action, bool keeps_margins) {
  if (drafting_ || rows_.empty()) return;
  RuleRefs rules;
  bool changes = false;
  for (const auto& row : rows_) {
    const RuleAction now = actionOf(row);
    if (keeps_margins && now.kind == Kind::kMargin) continue;
    changes = changes || !(now == action);
    rules.push_back(row.rule);
  }
  if (!changes) return;
  if (!setRuleActions(bridge_, *world_, rules, action)) refresh();
}

void RuleEditor::sideEdited(bool is_left) {
  if (drafting_ || rows_.size() != 1) return;
  const auto edited = (is_left ? left_ : right_)->side();
  if (!edited) return;
  if (isOwn()) changeOwnRule(is_left, *edited);
  else changeWorldRule(is_left, *edited);
}

void RuleEditor::changeWorldRule(bool is_left, const RuleSideField::Side& edited) {
  const usecase::RuleRow row = rows_.front();
  session::CollisionRuleEdit to{row.left.nodes, row.right.nodes, row.excludes, row.margin_m};
  (is_left ? to.left : to.right) = edited.nodes;
  RuleSideField* other = is_left ? right_ : left_;
  // What the other side names in vain cannot be kept with a change: it would be lost without a word.
  if ((is_left ? row.right : row.left).missing > 0 && !other->side()) return;
  if (to.left.empty() && to.right.empty())
    return (is_left ? left_ : right_)->complain(tr("Name at least one side: the rule would be about all there is."));
  if (!changeRule(bridge_, *world_, row.rule, to)) refresh();
}

void RuleEditor::changeOwnRule(bool is_left, const RuleSideField::Side& edited) {
  const usecase::RuleRef rule = rows_.front().rule;
  auto to = ownRuleOf(*world_, rule);
  if (!to) return;
  (is_left ? to->left : to->right) = edited.name;
  if (!ui::changeOwnRule(bridge_, *world_, rule, *to)) refresh();
}

void RuleEditor::make() {
  const auto left = left_->side(), right = right_->side();
  if (!left || !right) return;
  const RuleAction action = chosenAction();
  if (action.kind == Kind::kMargin && !margin_->typed()) return;
  bool done = false;
  if (owner_) {
    const session::OwnRule rule{left->name, right->name, action.kind == Kind::kMargin, action.kind == Kind::kExclude,
                                action.margin_m};
    done = addOwnRule(bridge_, owner_, rule);
  } else if (left->nodes.empty() && right->nodes.empty()) {
    return left_->complain(tr("Name at least one side: the rule would be about all there is."));
  } else {
    done = addRule(bridge_, {left->nodes, right->nodes, action.kind == Kind::kExclude, action.margin_m});
  }
  if (!done) return;
  drafting_ = false;
  refresh();
  Q_EMIT made(owner_.value, action.kind == Kind::kMargin);
}

}  // namespace ww::ui
