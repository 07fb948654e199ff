// SPDX-License-Identifier: Apache-2.0
#include "app/editor/share_desk.h"

#include <QApplication>
#include <QClipboard>
#include <QStatusBar>
#include <QThreadPool>

#include "app/editor/isaac_desk.h"
#include "app/editor/problem_watch.h"
#include "app/editor/share_consent.h"
#include "app/editor/share_service.h"
#include "ui/panels/share_panel.h"

namespace ww::editor {

ShareDesk::ShareDesk(const WindowParts& parts) : QObject(&parts.window), parts_(parts) {
  std::shared_ptr<session::WorldSession> session = parts_.bridge.sharedSession();
  share_ = std::make_unique<ui::Share>(
      parts_.jobs, [session](const ui::ShareSettings& settings) { return startShare(session, settings); });
  new ShareConsent(parts_.document, *share_, &parts_.window);
  buildChip();
  isaac_ = new IsaacDesk(parts_);
  listen();
}

void ShareDesk::end() {
  isaac_->end();
  share_.reset();
}

void ShareDesk::showMessages() { isaac_->open(); }

void ShareDesk::buildChip() {
  chip_ = new ui::Chip(&parts_.window);
  chip_->setProperty("shows", QStringLiteral("sharing"));
  chip_->setAccessibleName(tr("Sharing"));
  chip_->hide();
  auto* bar = parts_.window.statusBar();
  bar->addPermanentWidget(chip_);
  bar->setContentsMargins(0, 0, 6, 0);  // its right end is round
  connect(chip_, &ui::Chip::clicked, &parts_.messages,
          [messages = &parts_.messages] { Q_EMIT messages->panelAsked(QStringLiteral("sharing")); });
}

void ShareDesk::listen() {
  auto& messages = parts_.messages;
  connect(share_.get(), &ui::Share::stateChanged, this, &ShareDesk::stateChanged);
  connect(share_.get(), &ui::Share::reported, this, &ShareDesk::updateChip);
  connect(share_.get(), &ui::Share::failed, this, [&messages](const QString& title, const Status& status) {
    messages.report(title, status, ProblemWatch::sharing());
  });
  connect(share_.get(), &ui::Share::taken, this, [this](const QString& world) {
    parts_.messages.offerUndo({ui::Notice::Kind::kGood, tr("%1 is in the editor now").arg(world), {}, QString(), {}},
                              parts_.bridge.snapshot().revision);
    parts_.view.fitAll();
  });
  connect(&parts_.document, &Document::opened, this, &ShareDesk::tellOpened);
  connect(&parts_.bridge, &ui::SessionBridge::stepped, this, &ShareDesk::tellStep);
}

QWidget* ShareDesk::makePanel() const { return new ui::SharePanel(*share_); }

void ShareDesk::tellOpened() {
  if (!isSharing()) return;
  const QString told = tr("Clients work on this world now: it is their init_world.");
  parts_.messages.say(told);
  parts_.messages.notify({ui::Notice::Kind::kWarning,
                          tr("%1 is shared now").arg(titleOf(parts_.document)),
                          told,
                          tr("End sharing"),
                          [this] { share_->setOn(false); },
                          {},
                          true});
}

void ShareDesk::tellStep(bool undone, const QString& label, const QString& author) {
  const QString name = ui::SessionBridge::named(label, author);
  const QString text = undone ? tr("Undone: %1").arg(name) : tr("Done again: %1").arg(name);
  // Of what others did there is a trace; one's own steps are seen.
  if (author.isEmpty()) parts_.messages.tell(text);
  else parts_.messages.say(text);
}

void ShareDesk::stateChanged() {
  using State = ui::Share::State;
  const auto state = share_->state();
  if (state == State::kOn && chip_->isHidden()) {
    const QString address = share_->address();
    parts_.messages.say(tr("This world is shared at %1.").arg(address));
    parts_.messages.notify({ui::Notice::Kind::kGood, tr("This world is shared"), address, tr("Copy address"),
                            [address] { QApplication::clipboard()->setText(address); }});
  } else if (state == State::kOff && !chip_->isHidden()) {
    parts_.messages.say(tr("This world is no longer shared."));
  }
  tellWhere();
  chip_->setVisible(state == State::kOn || state == State::kStopping);
  updateChip();
  Q_EMIT changed();
}

// Who is kept from changing the file learns where it can be done instead. Off this thread: drives may be slow.
void ShareDesk::tellWhere() {
  const std::string address = isSharing() ? share_->address().toStdString() : std::string();
  QThreadPool::globalInstance()->start(
      [holds = parts_.document.keeping().holds, address] { holds->setService(address); });
}

void ShareDesk::updateChip() {
  if (!isSharing()) return;
  const QString address = share_->address();
  const QString where = address.startsWith(QLatin1String("unix:")) ? tr("socket file") : address;
  const QString clients = tr("%n clients", "", share_->connectedClients());
  chip_->set(ui::Chip::Kind::kGood, tr("Shared: %1, %2").arg(where, clients),
             tr("Clients can read and change this world at %1. A click shows who.").arg(address));
}

void ShareDesk::setSharing(bool on) {
  Q_EMIT parts_.messages.panelAsked(QStringLiteral("sharing"));
  share_->setOn(on);
}

bool ShareDesk::isSharing() const { return share_ && share_->state() == ui::Share::State::kOn; }

QString ShareDesk::whyNotShare() const {
  using State = ui::Share::State;
  if (!share_) return {};
  if (share_->state() == State::kStarting) return tr("Sharing is being started.");
  if (share_->state() == State::kStopping) return tr("Sharing is being ended.");
  return share_->state() == State::kOff ? share_->whyNot() : QString();
}

}  // namespace ww::editor
