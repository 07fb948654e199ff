// SPDX-License-Identifier: Apache-2.0
#include "app/editor/rules_desk.h"

#include <QAction>

#include "ui/bridge/collision_pair.h"
#include "ui/bridge/motion_text.h"
#include "ui/models/problems_model.h"
#include "ui/panels/list_panels.h"
#include "ui/panels/properties_panel.h"
#include "ui/panels/rules/contacts_panel.h"
#include "ui/panels/rules/rule_generator_panel.h"
#include "ui/panels/rules/rule_matrix_panel.h"
#include "ui/widgets/icons.h"

namespace ww::editor {
namespace {

QString panelId() { return QStringLiteral("collisions"); }

}  // namespace

RulesDesk::RulesDesk(const WindowParts& parts) : QObject(&parts.window), parts_(parts), view_(parts.view.view()) {
  const auto& scenes = parts_.layer.scenes();
  rules_ = new ui::RuleWatch(parts_.bridge, parts_.jobs, scenes, this);
  pair_ = new ui::PairWatch(parts_.bridge, scenes, this);
  panel_ = new ui::CollisionsPanel({parts_.bridge, parts_.selection, *rules_, *pair_});
  contacts_ = new ui::ContactsPanel(parts_.bridge);
  panel_->addPage(QStringLiteral("contacts"), tr("Contacts"), contacts_);
  panel_->addPage(QStringLiteral("matrix"), tr("Matrix"), new ui::RuleMatrixPanel(parts_.bridge, parts_.selection));
  generator_ = new ui::RuleGeneratorPanel(parts_.bridge, parts_.selection, parts_.jobs, scenes);
  panel_->addPage(QStringLiteral("generate"), tr("Generate"), generator_);
  connect(&panel_->explainer(), &ui::ExplainPanel::nearestChanged, this, &RulesDesk::showNearest);
  connect(&panel_->explainer(), &ui::ExplainPanel::lookWanted, this, &RulesDesk::lookAtNearest);
}

void RulesDesk::connectTo(ui::ProblemsPanel& problems, ui::PropertiesPanel& properties) {
  connect(&problems, &ui::ProblemsPanel::whyAsked, this, [this](int row) {
    const auto& model = parts_.messages.problems();
    if (row < 0 || row >= model.rowCount() || model.problem(row).nodes.size() != 2) return;
    const auto nodes = model.problem(row).nodes;
    explain(nodes[0], nodes[1]);
  });
  connect(&properties, &ui::PropertiesPanel::rulesAsked, this, [this] {
    Q_EMIT panelAsked(panelId());
    panel_->showRulesOfSelection();
  });
}

void RulesDesk::connectTo(ui::Chip& chip, ui::CollisionWatch& collisions) {
  auto* why = new QAction(ui::icon(QStringLiteral("help")), tr("Why do they collide?"), &chip);
  auto* rules = new QAction(ui::icon(QStringLiteral("rule")), tr("Collision rules"), &chip);
  chip.addActions({why, rules});
  chip.setContextMenuPolicy(Qt::ActionsContextMenu);
  const auto update = [why, watch = &collisions] { why->setEnabled(!watch->collisions().empty()); };
  connect(&collisions, &ui::CollisionWatch::checked, why, update);
  update();
  connect(why, &QAction::triggered, this, [this, watch = &collisions] {
    if (!watch->collisions().empty()) explain(watch->collisions().front().a, watch->collisions().front().b);
  });
  connect(rules, &QAction::triggered, this, [this] {
    Q_EMIT panelAsked(panelId());
    panel_->showPage(QStringLiteral("rules"));
  });
}

// ---- what its actions do

// First the panel: one that comes into sight tells of what is selected.
void RulesDesk::explain(const world::NodeRef& a, const world::NodeRef& b) {
  Q_EMIT panelAsked(panelId());
  panel_->explain(a, b);
}

void RulesDesk::showContacts(bool is_open) {
  const bool has_rules = is_open && panel_->page() != QLatin1String("contacts");
  panel_->showPage(has_rules ? QStringLiteral("explain") : QStringLiteral("contacts"));
}

void RulesDesk::generate(ObjectId robot) {
  Q_EMIT panelAsked(panelId());
  panel_->showPage(QStringLiteral("generate"));
  generator_->setRobot(robot);
}

void RulesDesk::explainSelection() {
  const auto pair = ui::collisionPair(*parts_.bridge.snapshot().world, parts_.selection.nodes());
  if (pair) explain(pair->a, pair->b);
}

QString RulesDesk::whyNotExplain() const {
  const auto pair = ui::collisionPair(*parts_.bridge.snapshot().world, parts_.selection.nodes());
  return pair ? QString() : tr("Select exactly two objects, or links of them, first.");
}

void RulesDesk::newRule() {
  Q_EMIT panelAsked(panelId());
  panel_->newRule();
}

void RulesDesk::showFindings() {
  Q_EMIT panelAsked(panelId());
  panel_->showPage(QStringLiteral("findings"));
}

// ---- in the view

void RulesDesk::showNearest() {
  if (!view_ || !panel_) return;
  using ui::scene::Measure;
  std::vector<Measure> measures;
  if (const auto nearest = panel_->explainer().nearest())
    measures.push_back({Measure::Kind::kDistance, nearest->p_a, nearest->p_b,
                        (nearest->p_b - nearest->p_a).normalized(),
                        ui::lengthText((nearest->p_b - nearest->p_a).norm())});
  view_->marks().setMeasures(ui::scene::MeasureOf::kPair, std::move(measures));
}

void RulesDesk::lookAtNearest() {
  const auto nearest = panel_->explainer().nearest();
  if (view_ && nearest) view_->lookAt({{nearest->p_a, nearest->p_b}, {nearest->a, nearest->b}});
}

}  // namespace ww::editor
