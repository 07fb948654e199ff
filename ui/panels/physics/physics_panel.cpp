// SPDX-License-Identifier: Apache-2.0
#include "ui/panels/physics/physics_panel.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QVBoxLayout>

#include "ui/bridge/status_text.h"
#include "ui/panels/physics/physics_text.h"
#include "ui/panels/timeline/rate_text.h"

namespace ww::ui {

PhysicsPanel::PhysicsPanel(Physics& physics, QWidget* parent)
    : QWidget(parent),
      physics_(physics),
      bar_(new PhysicsBar(physics, this)),
      said_(new QLabel(this)),
      again_(new QPushButton(tr("Start again"), this)),
      pages_(new QTabWidget(this)) {
  setObjectName(QStringLiteral("physicsPanel"));
  said_->setWordWrap(true);
  said_->setAccessibleName(tr("About the simulation"));
  again_->setToolTip(tr("Simulates the world as it is now, from its beginning"));
  pages_->setDocumentMode(true);
  pages_->setAccessibleName(tr("Pages of physics"));
  pages_->hide();  // until there is one
  auto* row = new QHBoxLayout;
  row->addWidget(said_, 1);
  row->addWidget(again_, 0, Qt::AlignTop);
  auto* all = new QVBoxLayout(this);
  all->setContentsMargins(8, 4, 8, 4);
  all->addWidget(bar_);
  all->addLayout(row);
  all->addWidget(pages_, 1);
  connect(bar_, &PhysicsBar::message, this, &PhysicsPanel::message);
  connect(again_, &QPushButton::clicked, &physics_, &Physics::restart);
  connect(&physics_, &Physics::changed, this, &PhysicsPanel::say);
  say();
}

void PhysicsPanel::addPage(const QString& id, const QString& title, QWidget* page) {
  page->setProperty("page", id);
  pages_->addTab(page, title);
  pages_->show();
}

void PhysicsPanel::showPage(const QString& id) {
  for (int i = 0; i < pages_->count(); ++i)
    if (pages_->widget(i)->property("page").toString() == id) pages_->setCurrentIndex(i);
}

QString PhysicsPanel::said() const { return said_->text(); }

void PhysicsPanel::say() {
  QStringList lines;
  const simulation::PreviewStatus& status = physics_.status();
  const Status& why = status.paused_because;
  if (status.state == simulation::PreviewState::kRepeating)
    lines << tr("What led here is simulated again, so that it goes on as it did: %1").arg(percentText(status.repeated));
  else if (physics_.state() == Physics::State::kMaking) lines << tr("The world is being copied...");
  if (status.is_rough)
    lines << tr(
        "It went on from poses and speeds alone, as what led there would have taken long to simulate again: "
        "what follows may differ from what followed before.");
  if (!why.ok()) lines << toLine(why);
  if (physics_.isStale()) lines << tr("The world was edited since: the simulation is of an earlier one.");
  if (const QString slow = whySlow(physics_); !slow.isEmpty()) lines << slow;
  if (!physics_.isOn()) lines << tr("Play shows what would really happen. The world stays as it is.");
  // One line, so that nothing below is moved by it.
  if (lines.isEmpty() && physics_.state() == Physics::State::kPlaying)
    lines << tr("Ctrl and a drag in the view pull what moves.");
  const QString text = lines.join(QLatin1Char('\n'));
  if (said_->text() != text) said_->setText(text);
  again_->setVisible(physics_.isOn() && (physics_.isStale() || !why.ok()));
}

}  // namespace ww::ui
