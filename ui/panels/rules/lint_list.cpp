// SPDX-License-Identifier: Apache-2.0
#include "ui/panels/rules/lint_list.h"

#include <QFrame>
#include <QHBoxLayout>
#include <algorithm>

#include "ui/bridge/rule_edits.h"
#include "ui/bridge/status_text.h"
#include "ui/widgets/section.h"
#include "ui/widgets/wrap_label.h"

namespace ww::ui {
namespace {

constexpr std::size_t kMostFindings = 100;  // rows; who repairs these sees the others

}  // namespace

LintList::LintList(SessionBridge& bridge, RuleWatch& watch, QWidget* parent)
    : QWidget(parent),
      bridge_(bridge),
      watch_(watch),
      note_(new WrapLabel({}, this)),
      all_(new QPushButton(tr("Repair all"), this)),
      postures_(new QPushButton(this)),
      body_(new QWidget),
      list_(new QVBoxLayout(body_)) {
  note_->setObjectName(QStringLiteral("dim"));
  all_->setToolTip(
      tr("All repairs as one step of the history, but those that let something collide: these are yours to decide"));
  postures_->setToolTip(
      tr("Moves the robots through postures at random, and tells of rules that hide what they can run into"));
  body_->setObjectName(QStringLiteral("scrollBody"));
  list_->setContentsMargins(0, 0, 4, 0);
  list_->setSpacing(4);
  auto* scroll = new QScrollArea(this);
  scroll->setWidgetResizable(true);
  scroll->setFrameShape(QFrame::NoFrame);
  scroll->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
  scroll->setFocusPolicy(Qt::NoFocus);
  scroll->setAccessibleName(tr("Findings about the collision rules"));
  scroll->setWidget(body_);
  auto* head = new QHBoxLayout;
  head->addWidget(note_, 1);
  head->addWidget(postures_);
  head->addWidget(all_);
  auto* box = new QVBoxLayout(this);
  box->setContentsMargins(8, 4, 8, 4);
  box->setSpacing(4);
  box->addLayout(head);
  box->addWidget(scroll, 1);
  connect(&watch_, &RuleWatch::changed, this, &LintList::refresh);
  connect(&bridge_, &SessionBridge::changed, this, &LintList::refresh);
  connect(all_, &QPushButton::clicked, this, [this] { repair(repairable()); });
  connect(postures_, &QPushButton::clicked, this, [this] {
    if (watch_.isTryingPostures()) watch_.cancelPostures();
    else watch_.tryPostures();
  });
  refresh();
}

void LintList::showEvent(QShowEvent* event) {
  QWidget::showEvent(event);
  refresh();
}

QStringList LintList::texts() const {
  QStringList out;
  for (const Row& row : rows_) out << row.text;
  return out;
}

QPushButton* LintList::repairButton(int number) const {
  return number < static_cast<int>(rows_.size()) ? rows_[static_cast<std::size_t>(number)].repair : nullptr;
}

QPushButton* LintList::showButton(int number) const {
  return number < static_cast<int>(rows_.size()) ? rows_[static_cast<std::size_t>(number)].show : nullptr;
}

bool LintList::canRepair(const RuleWatch::Finding& finding) const {
  const auto now = bridge_.snapshot().world;
  const usecase::RuleRef touched{usecase::RuleHome::kWorldMargin, 0, finding.told.repair.object};
  return finding.world && stands(touched, *finding.world, *now);
}

std::vector<RuleWatch::Finding> LintList::repairable() const {
  std::vector<RuleWatch::Finding> out;
  for (const auto& finding : shown_)
    if (finding.told.fault != usecase::RuleFault::kAtRest && canRepair(finding)) out.push_back(finding);
  return out;
}

QString LintList::noteText() const {
  if (!watch_.lintedWorld()) return tr("Looking at the rules...");
  QString text = shown_.empty() ? tr("Nothing is odd about the collision rules, and nothing collides where it stands.")
                                : tr("%n findings.", nullptr, static_cast<int>(shown_.size()));
  if (shown_.size() > kMostFindings) text += QLatin1Char(' ') + tr("The first %1 are listed.").arg(kMostFindings);
  if (!watch_.isUpToDate()) text += QLatin1Char(' ') + tr("The world has changed since: looking again.");
  if (!watch_.triedWorld()) text += QLatin1Char(' ') + tr("Postures of the robots have not been tried.");
  return text;
}

// The rows are made anew only when they say something else: a button must not go from below the pointer.
void LintList::refresh() {
  const auto found = watch_.findings();
  const bool same = std::ranges::equal(found, shown_, [](const auto& a, const auto& b) {
    return a.world == b.world && a.told.fault == b.told.fault && a.told.rule == b.told.rule && a.told.a == b.told.a &&
           a.told.b == b.told.b && a.told.told.message == b.told.told.message;
  });
  shown_ = found;
  if (!same || rows_.size() != std::min(shown_.size(), kMostFindings)) rebuild();
  for (std::size_t i = 0; i < rows_.size(); ++i) rows_[i].repair->setEnabled(canRepair(shown_[i]));
  all_->setEnabled(!repairable().empty());
  postures_->setText(watch_.isTryingPostures() ? tr("Cancel") : tr("Try postures"));
  note_->setText(noteText());
  if (!same) Q_EMIT countChanged();
}

void LintList::rebuild() {
  const QuietRebuild quiet(body_);
  clearLayout(list_);
  rows_.clear();
  for (std::size_t i = 0; i < std::min(shown_.size(), kMostFindings); ++i) {
    rows_.push_back(makeRow(shown_[i]));
    list_->addWidget(rows_.back().card);
  }
  list_->addStretch(1);
}

LintList::Row LintList::makeRow(const RuleWatch::Finding& finding) {
  Row row;
  auto* card = new QFrame;
  card->setObjectName(QStringLiteral("card"));
  row.card = card;
  row.text = toLine(finding.told.told);
  const auto now = bridge_.snapshot().world;
  if (finding.world != now && finding.world == watch_.triedWorld())
    row.text += QLatin1Char(' ') + tr("(tried before the last change)");
  row.repair = new ElidedButton(toText(finding.told.repair.label));
  row.repair->setAccessibleDescription(row.text);
  row.repair->setToolTip(tr("Repairs this finding, as one step of the history"));
  row.show = new QPushButton(tr("Show"));
  row.show->setToolTip(finding.told.a ? tr("Tells why the two are checked, or not, and shows them")
                                      : tr("Shows the rule in the list"));
  connect(row.repair, &QPushButton::clicked, this, [this, finding] { repair({finding}); });
  connect(row.show, &QPushButton::clicked, this, [this, told = finding.told] {
    if (told.a && told.b) Q_EMIT pairWanted(told.a, told.b);
    else Q_EMIT ruleWanted(told.rule);
  });
  auto* buttons = new QHBoxLayout;
  buttons->addWidget(row.repair);
  buttons->addWidget(row.show);
  buttons->addStretch(1);
  auto* box = new QVBoxLayout(card);
  box->setContentsMargins(8, 4, 8, 4);
  box->setSpacing(4);
  box->addWidget(new WrapLabel(row.text));
  box->addLayout(buttons);
  return row;
}

void LintList::repair(const std::vector<RuleWatch::Finding>& findings) {
  if (findings.empty()) return;
  std::vector<usecase::RuleFinding> told;
  for (const auto& finding : findings) told.push_back(finding.told);
  repairRules(bridge_, *findings.front().world, told);
}

}  // namespace ww::ui
