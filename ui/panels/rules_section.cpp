// SPDX-License-Identifier: Apache-2.0
#include "ui/panels/rules_section.h"

#include <QPushButton>

#include "ui/panels/rule_text.h"
#include "ui/widgets/wrap_label.h"

namespace ww::ui {

RulesSection::RulesSection(QWidget* parent) : Section(QStringLiteral("rules"), tr("Collision rules"), parent) {
  hide();
}

void RulesSection::tell(const world::World& world, const world::NodeRef& node) {
  const QStringList texts = ruleTexts(world, node);
  if (texts == texts_) return;
  texts_ = texts;
  const QuietRebuild quiet(this);
  clearLayout(body());
  for (const QString& text : texts) {
    auto* label = new WrapLabel(breakable(text));
    label->setObjectName(QStringLiteral("dim"));
    body()->addWidget(label);
  }
  auto* list = new QPushButton(tr("Change rules..."));
  list->setObjectName(QStringLiteral("smallLink"));
  list->setToolTip(tr("Opens the panel Collisions with the rules about what is selected"));
  connect(list, &QPushButton::clicked, this, &RulesSection::listAsked);
  body()->addWidget(list, 0, Qt::AlignLeft);
  setCount(static_cast<int>(texts.size()));
  setVisible(!texts.isEmpty());
}

}  // namespace ww::ui
