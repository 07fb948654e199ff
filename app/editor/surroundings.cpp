// SPDX-License-Identifier: Apache-2.0
#include "app/editor/surroundings.h"

#include <QColorDialog>
#include <QFormLayout>
#include <QHBoxLayout>
#include <utility>

namespace ww::editor {
namespace {

constexpr double kFarthestFloor = 1e6;  // metres
constexpr QRgb kRgb = 0xffffff;

ui::QuantityField::Setup floorSetup(const QString& name) {
  ui::QuantityField::Setup setup;
  setup.name = name;
  setup.most = kFarthestFloor;
  setup.step = 0.01;
  return setup;
}

template <typename Change>
void change(ui::ViewKeeper& keeper, Change&& with) {
  project::ViewState next = keeper.state();
  with(next);
  keeper.set(std::move(next));
}

}  // namespace

Surroundings::Surroundings(ui::ViewKeeper& keeper, QWidget* parent)
    : QFrame(parent, Qt::Popup),
      keeper_(keeper),
      background_(new QComboBox(this)),
      color_(new QPushButton(this)),
      floor_(new ui::QuantityField(floorSetup(tr("Height of the floor")), this)) {
  setObjectName(QStringLiteral("surroundings"));
  setFrameShape(QFrame::StyledPanel);
  setAttribute(Qt::WA_StyledBackground);
  setAccessibleName(tr("Background and floor"));
  background_->addItems({tr("As the theme"), tr("Light"), tr("Dark"), tr("One colour")});
  background_->setAccessibleName(tr("Background"));
  color_->setToolTip(tr("Chooses the colour of the background"));
  color_->setAccessibleName(tr("Colour of the background"));
  auto* row = new QHBoxLayout;
  row->addWidget(background_, 1);
  row->addWidget(color_);
  auto* form = new QFormLayout(this);
  form->setContentsMargins(8, 8, 8, 8);
  form->addRow(tr("Background"), row);
  form->addRow(tr("Floor"), floor_);
  connect(background_, &QComboBox::activated, this, [this](int choice) {
    if (static_cast<project::Background>(choice) == project::Background::kColor) return chooseColor();
    change(keeper_, [choice](project::ViewState& v) { v.background = static_cast<project::Background>(choice); });
  });
  connect(color_, &QPushButton::clicked, this, &Surroundings::chooseColor);
  connect(floor_, &ui::QuantityField::edited, this,
          [this](double height) { change(keeper_, [height](project::ViewState& v) { v.floor = height; }); });
  connect(&keeper_, &ui::ViewKeeper::changed, this, &Surroundings::follow);
  follow();
}

void Surroundings::popup(const QPoint& global) {
  move(global);
  show();
  background_->setFocus();
}

void Surroundings::follow() {
  const project::ViewState& view = keeper_.state();
  background_->setCurrentIndex(static_cast<int>(view.background));
  color_->setText(QColor(static_cast<QRgb>(view.background_color)).name());
  color_->setVisible(view.background == project::Background::kColor);
  floor_->setValue(view.floor);
}

void Surroundings::chooseColor() {
  const QColor before(static_cast<QRgb>(keeper_.state().background_color));
  const QColor color = QColorDialog::getColor(before, parentWidget(), tr("Background"));
  if (color.isValid())
    change(keeper_, [&](project::ViewState& v) {
      v.background = project::Background::kColor;
      v.background_color = color.rgb() & kRgb;
    });
  follow();
}

}  // namespace ww::editor
