// SPDX-License-Identifier: Apache-2.0
// Sharing: the switch, what it says, and what clients' edits look like from here.
#include <QApplication>
#include <QClipboard>
#include <QStatusBar>

#include "app/editor/main_window.h"
#include "app/editor/share_consent.h"
#include "app/editor/share_service.h"
#include "ui/panels/share_panel.h"

namespace ww::editor {

QWidget* MainWindow::buildShare() {
  std::shared_ptr<session::WorldSession> session = bridge_->sharedSession();
  share_ = std::make_unique<ui::Share>(*jobs_, [session](const ui::ShareSettings& settings) { return startShare(session, settings); });
  new ShareConsent(*document_, *share_, this);
  share_chip_ = new ui::Chip(this);
  share_chip_->setProperty("shows", QStringLiteral("sharing"));
  share_chip_->setAccessibleName(tr("Sharing"));
  share_chip_->hide();
  statusBar()->addPermanentWidget(share_chip_);
  statusBar()->setContentsMargins(0, 0, 6, 0);  // its right end is round
  connect(share_chip_, &ui::Chip::clicked, this, [this] { showDock(QStringLiteral("sharing")); });
  connect(share_.get(), &ui::Share::stateChanged, this, &MainWindow::shareChanged);
  connect(share_.get(), &ui::Share::reported, this, &MainWindow::updateShareChip);
  connect(share_.get(), &ui::Share::failed, this, [this](const QString& title, const Status& status) { report(title, status, ProblemWatch::sharing()); });
  connect(share_.get(), &ui::Share::taken, this, [this](const QString& world) {
    notifications_->post({ui::Notice::Kind::kGood, tr("%1 is in the editor now").arg(world), {}, tr("Undo"), [this] { bridge_->undo(); }});
    view_->fitAll();
  });
  connect(document_, &Document::opened, this, [this] {
    if (!isSharing()) return;
    const QString told = tr("Clients work on this world now: it is their init_world.");
    say(told);
    notifications_->post({ui::Notice::Kind::kWarning, tr("%1 is shared now").arg(document_->title()), told, tr("End sharing"), [this] { share_->setOn(false); }, {}, true});
  });
  connect(bridge_.get(), &ui::SessionBridge::stepped, this, [this](bool undone, const QString& label, const QString& author) {
    const QString name = ui::SessionBridge::named(label, author);
    const QString text = undone ? tr("Undone: %1").arg(name) : tr("Done again: %1").arg(name);
    // Of what others did there is a trace; one's own steps are seen.
    if (author.isEmpty()) tell(text);
    else say(text);
  });
  return new ui::SharePanel(*share_);
}

void MainWindow::shareChanged() {
  using State = ui::Share::State;
  const auto state = share_->state();
  if (state == State::kOn && share_chip_->isHidden()) {
    const QString address = share_->address();
    say(tr("This world is shared at %1.").arg(address));
    notifications_->post({ui::Notice::Kind::kGood, tr("This world is shared"), address, tr("Copy address"), [address] { QApplication::clipboard()->setText(address); }});
  } else if (state == State::kOff && !share_chip_->isHidden()) {
    say(tr("This world is no longer shared."));
  }
  share_chip_->setVisible(state == State::kOn || state == State::kStopping);
  updateShareChip();
  actions_->refreshSoon();
}

void MainWindow::updateShareChip() {
  if (!isSharing()) return;
  const QString address = share_->address();
  const QString where = address.startsWith(QLatin1String("unix:")) ? tr("socket file") : address;
  const QString clients = tr("%n clients", "", share_->connectedClients());
  share_chip_->set(ui::Chip::Kind::kGood, tr("Shared: %1, %2").arg(where, clients), tr("Clients can read and change this world at %1. A click shows who.").arg(address));
}

void MainWindow::setSharing(bool on) {
  showDock(QStringLiteral("sharing"));
  share_->setOn(on);
}

bool MainWindow::isSharing() const { return share_ && share_->state() == ui::Share::State::kOn; }

QString MainWindow::whyNotShare() const {
  using State = ui::Share::State;
  if (!share_) return {};
  if (share_->state() == State::kStarting) return tr("Sharing is being started.");
  if (share_->state() == State::kStopping) return tr("Sharing is being ended.");
  return share_->state() == State::kOff ? share_->whyNot() : QString();
}

}  // namespace ww::editor
