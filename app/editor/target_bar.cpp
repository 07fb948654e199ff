// SPDX-License-Identifier: Apache-2.0
#include "app/editor/target_bar.h"

#include <QHBoxLayout>

#include "ui/settings/user_settings.h"

namespace ww::editor {
namespace {

constexpr double kFirstApproach = 0.1, kFarthestOff = 10.0;  // metres
constexpr auto kStandOffKey = "program/stand_off_m";
constexpr auto kApproachKey = "program/approach_m";

ui::QuantityField* field(const QString& label, const QString& name, const QString& tip, QWidget* parent) {
  ui::QuantityField::Setup setup{label, name};
  setup.most = kFarthestOff;
  auto* made = new ui::QuantityField(setup, parent);
  made->setToolTip(tip);
  made->edit()->setMaximumWidth(80);
  return made;
}

}  // namespace

TargetBar::TargetBar(QWidget* parent)
    : QWidget(parent),
      title_(new QLabel(this)),
      stand_off_(field(tr("Stand off"), tr("Stand off of targets from the surface"),
                       tr("How far before the surface the tool stays"), this)),
      approach_(field(tr("Approach"), tr("Straight way to targets"),
                      tr("How far before the target the tool begins to go straight; 0: it goes there as it likes"),
                      this)) {
  setObjectName(QStringLiteral("handBar"));
  title_->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred);
  auto* row = new QHBoxLayout(this);
  row->setContentsMargins(8, 2, 6, 2);
  row->setSpacing(8);
  row->addWidget(title_, 1);
  row->addWidget(stand_off_);
  row->addWidget(approach_);
  const auto keep = [](ui::QuantityField* its, const char* key, double usual) {
    its->setValue(ui::settings::value(QLatin1String(key), usual).toDouble());
    connect(its, &ui::QuantityField::edited, its, [key](double si) { ui::settings::set(QLatin1String(key), si); });
  };
  keep(stand_off_, kStandOffKey, 0.0);
  keep(approach_, kApproachKey, kFirstApproach);
  approach_->setCheck([](double si) { return si < 0.0 ? tr("An approach cannot be negative.") : QString(); });
  setProgram({});
}

void TargetBar::setProgram(const QString& name) {
  title_->setText(name.isEmpty() ? tr("Click a surface: a target there, and a program that goes to it")
                                 : tr("Click a surface: a target there, and the steps of %1 that go to it").arg(name));
  title_->setToolTip(title_->text());
}

}  // namespace ww::editor
