// SPDX-License-Identifier: Apache-2.0
#include "app/editor/hand_bar.h"

#include <QHBoxLayout>

#include "ui/widgets/elided_label.h"

namespace ww::editor {
namespace {

using Kind = ui::Chip::Kind;
using Posture = ui::Hand::Posture;

// In a word; the tip has the whole of it.
QString verdict(const Posture& posture) {
  if (posture.joint >= 0) return HandBar::tr("limit");
  return posture.contact ? HandBar::tr("collision") : HandBar::tr("free");
}

Kind kindOf(const Posture& posture) {
  if (posture.joint >= 0) return Kind::kWarning;
  return posture.contact ? Kind::kError : Kind::kGood;
}

}  // namespace

HandBar::HandBar(ui::Hand& hand, QWidget* parent)
    : QWidget(parent),
      hand_(hand),
      title_(new ui::ElidedLabel(this)),
      keep_clear_(new QToolButton(this)),
      said_(new ui::ElidedLabel(this)) {
  setObjectName(QStringLiteral("handBar"));
  auto* row = new QHBoxLayout(this);
  row->setContentsMargins(8, 2, 6, 2);
  row->setSpacing(4);
  for (auto* label : {title_, said_}) label->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred);
  title_->setMinimumWidth(110);
  title_->setAccessibleName(tr("Robot in the hand"));
  said_->setAccessibleName(tr("What keeps the robot from the hand"));
  row->addWidget(title_, 2);
  keep_clear_->setText(tr("Stop before collisions"));
  keep_clear_->setToolTip(tr("While the tool is dragged or jogged the robot stops before it would hit something"));
  keep_clear_->setCheckable(true);
  keep_clear_->setFocusPolicy(Qt::TabFocus);
  connect(keep_clear_, &QToolButton::toggled, this, [this](bool on) { hand_.setKeepClear(on); });
  row->addWidget(keep_clear_);
  for (std::size_t i = 0; i < chips_.size(); ++i) {
    chips_[i] = new ui::Chip(this);
    chips_[i]->setProperty("posture", static_cast<int>(i) + 1);
    chips_[i]->setText(tr("Posture %1").arg(i + 1));
    chips_[i]->hide();
    connect(chips_[i], &ui::Chip::clicked, this, [this, i] { hand_.takePosture(i); });
    row->addWidget(chips_[i]);
  }
  row->addWidget(said_, 3);
  connect(&hand_, &ui::Hand::choiceChanged, this, &HandBar::showChoice);
  connect(&hand_, &ui::Hand::posturesChanged, this, &HandBar::showPostures);
  connect(&hand_, &ui::Hand::moved, this, &HandBar::showReport);
  connect(&hand_, &ui::Hand::optionsChanged, this, &HandBar::showChoice);
  showChoice();
}

void HandBar::showChoice() {
  title_->setText(hand_.choice() ? tr("%1, by %2").arg(hand_.robotName(), hand_.toolName())
                                 : tr("Select a robot, or a frame that moves with one"));
  title_->setToolTip(title_->text());
  keep_clear_->setChecked(hand_.keepsClear());
  showReport();
}

void HandBar::showPostures() {
  const auto& postures = hand_.postures();
  for (std::size_t i = 0; i < chips_.size(); ++i) {
    const bool has = i < postures.size();
    chips_[i]->setVisible(has);
    if (!has) continue;
    const Posture& posture = postures[i];
    const QString number = QString::number(i + 1);
    const QString what = hand_.postureText(posture);
    chips_[i]->set(
        posture.is_current ? Kind::kNeutral : kindOf(posture),
        tr("%1: %2").arg(number, posture.is_current ? tr("here") : verdict(posture)),
        posture.is_current
            ? tr("Posture %1, %2: the robot stands so. %3").arg(number, hand_.branchText(posture), what)
            : tr("Posture %1, %2: %3. A click or the key %1 takes it.").arg(number, hand_.branchText(posture), what));
  }
}

void HandBar::showReport() {
  said_->setText(hand_.report() ? hand_.report()->text : QString());
  said_->setToolTip(said_->text());
}

}  // namespace ww::editor
