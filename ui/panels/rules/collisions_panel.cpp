// SPDX-License-Identifier: Apache-2.0
#include "ui/panels/rules/collisions_panel.h"

#include <QVBoxLayout>

namespace ww::ui {

CollisionsPanel::CollisionsPanel(const Sources& sources, QWidget* parent)
    : QWidget(parent),
      sources_(sources),
      tabs_(new QTabBar(this)),
      stack_(new QStackedWidget(this)),
      rules_(new RulesPanel(sources.bridge, sources.selection, sources.rules)),
      findings_(new LintList(sources.bridge, sources.rules)),
      explain_(new ExplainPanel(sources.bridge, sources.selection, sources.pair)) {
  tabs_->setObjectName(QStringLiteral("collisionTabs"));
  tabs_->setAccessibleName(tr("Pages about collisions"));
  tabs_->setExpanding(false);
  auto* box = new QVBoxLayout(this);
  box->setContentsMargins(0, 0, 0, 0);
  box->setSpacing(0);
  box->addWidget(tabs_);
  box->addWidget(stack_, 1);
  connect(tabs_, &QTabBar::currentChanged, this, [this](int page) {
    stack_->setCurrentIndex(page);
    Q_EMIT pageChanged(this->page());
  });
  addPage(QStringLiteral("rules"), tr("Rules"), rules_);
  addPage(QStringLiteral("findings"), tr("Findings"), findings_);
  addPage(QStringLiteral("explain"), tr("Why?"), explain_);
  connect(findings_, &LintList::countChanged, this, [this] {
    const int count = findings_->count();
    tabs_->setTabText(1, count == 0 ? tr("Findings") : tr("Findings (%1)").arg(count));
  });
  connect(findings_, &LintList::ruleWanted, this, &CollisionsPanel::goTo);
  connect(findings_, &LintList::pairWanted, this, [this](EntityId a, EntityId b) {
    const auto world = sources_.bridge.snapshot().world;
    if (world->owner(a) && world->owner(b)) explain(a, b);
  });
  connect(explain_, &ExplainPanel::ruleWanted, this, &CollisionsPanel::goTo);
}

void CollisionsPanel::addPage(const QString& id, const QString& title, QWidget* page) {
  stack_->addWidget(page);
  tabs_->setTabData(tabs_->addTab(title), id);
}

bool CollisionsPanel::showPage(const QString& id) {
  for (int i = 0; i < tabs_->count(); ++i) {
    if (tabs_->tabData(i).toString() != id) continue;
    tabs_->setCurrentIndex(i);
    return true;
  }
  return false;
}

QString CollisionsPanel::page() const { return tabs_->tabData(tabs_->currentIndex()).toString(); }

QStringList CollisionsPanel::pages() const {
  QStringList out;
  for (int i = 0; i < tabs_->count(); ++i) out << tabs_->tabData(i).toString();
  return out;
}

void CollisionsPanel::explain(const world::NodeRef& a, const world::NodeRef& b) {
  showPage(QStringLiteral("explain"));
  explain_->explain(a, b);
}

void CollisionsPanel::goTo(const usecase::RuleRef& rule) {
  showPage(QStringLiteral("rules"));
  rules_->goTo(rule);
}

void CollisionsPanel::showRulesOfSelection() {
  showPage(QStringLiteral("rules"));
  rules_->showOnly(RulesPanel::Show::kSelection);
}

void CollisionsPanel::newRule() {
  showPage(QStringLiteral("rules"));
  rules_->newRule();
}

void CollisionsPanel::showEvent(QShowEvent* event) {
  QWidget::showEvent(event);
  sources_.rules.setActive(true);
  sources_.pair.setActive(true);
}

void CollisionsPanel::hideEvent(QHideEvent* event) {
  QWidget::hideEvent(event);
  sources_.rules.setActive(false);
  sources_.pair.setActive(false);
}

}  // namespace ww::ui
