// SPDX-License-Identifier: Apache-2.0
#include "app/editor/isaac_desk.h"

#include <QLocale>
#include <QMessageBox>
#include <QPushButton>
#include <QStatusBar>
#include <utility>

#include "core/base/finding.h"
#include "ui/panels/isaac/isaac_window.h"

namespace ww::editor {
namespace {

QString leavingTitle() { return IsaacDesk::tr("The recording is written to its end first"); }

}  // namespace

IsaacDesk::IsaacDesk(const WindowParts& parts)
    : QObject(&parts.window),
      parts_(parts),
      exchange_(std::make_unique<ui::IsaacExchange>(parts.bridge.sharedSession(), parts.layer)),
      log_(std::make_unique<ui::IsaacLog>(parts.bridge, parts.layer, parts.jobs)),
      chip_(new ui::Chip(&parts.window)) {
  chip_->setProperty("shows", QStringLiteral("isaac"));
  chip_->setAccessibleName(tr("Exchange of messages"));
  chip_->hide();
  parts_.window.statusBar()->addPermanentWidget(chip_);
  connect(chip_, &ui::Chip::clicked, this, &IsaacDesk::open);
  connect(exchange_.get(), &ui::IsaacExchange::stateChanged, this, &IsaacDesk::showState);
  connect(exchange_.get(), &ui::IsaacExchange::reported, this, &IsaacDesk::showState);
  // What was recorded is of another world then.
  connect(&parts_.document, &Document::opened, this, [this] { log_->setShown(false); });
}

IsaacDesk::~IsaacDesk() { end(); }

void IsaacDesk::open() {
  if (!page_) {
    page_ = new ui::IsaacWindow(*exchange_, *log_, parts_.bridge, &parts_.window);
    page_->connection()->setQuestion(
        [this](const QString& host, std::function<void()> go) { ask(host, std::move(go)); });
    Q_EMIT made();
  }
  page_->show();
  page_->setWindowState(page_->windowState() & ~Qt::WindowMinimized);
  page_->raise();
  page_->activateWindow();
}

void IsaacDesk::end() {
  delete std::exchange(page_, nullptr);
  log_.reset();
  exchange_.reset();
}

void IsaacDesk::ask(const QString& host, std::function<void()> go) {
  auto* question = new QMessageBox(QMessageBox::Warning, tr("Exchange messages"),
                                   tr("Let everybody connect who reaches this machine at %1?").arg(host),
                                   QMessageBox::Cancel, page_);
  question->setObjectName(QStringLiteral("isaacQuestion"));
  question->setAttribute(Qt::WA_DeleteOnClose);
  const QString who = exchange_->settings().udp_port > 0 ? tr("Whoever reaches the port for UDP can change it.")
                                                         : tr("Only the other side that is named can change it.");
  question->setInformativeText(
      tr("Messages of the Isaac SDK know neither passwords nor encryption: others can see this world.") +
      QLatin1Char(' ') + who);
  auto* let = question->addButton(tr("Let them connect"), QMessageBox::AcceptRole);
  question->setDefaultButton(QMessageBox::Cancel);
  connect(question, &QMessageBox::buttonClicked, this, [let, go = std::move(go)](const QAbstractButton* button) {
    if (button == let) go();
  });
  question->open();
}

// Each kind of trouble once while it is on: the window of messages may be closed.
void IsaacDesk::tellTrouble() {
  const auto& report = exchange_->report();
  for (const Status* note : {&report.refusal, &report.contacts_left_out, &report.udp_failure, &report.served.trouble})
    if (!note->ok() && logged_.insert(std::string(note->failure->row->code)).second)
      parts_.messages.log().add(findingOf(*note));
  const bool lost = !report.log_failure.ok();
  if (!std::exchange(told_lost_, lost) && lost)
    parts_.messages.warn(tr("The recording of messages broke off"), report.log_failure);
}

void IsaacDesk::showState() {
  const bool on = exchange_->isOn(), ending = exchange_->isEndingLog();
  chip_->setVisible(on || ending);
  if (!on) logged_.clear();
  tellTrouble();
  const auto& report = exchange_->report();
  const QString who = tr("%n programs", "", static_cast<int>(report.receivers.size()));
  const auto kind = on && exchange_->settings().isOpen() ? ui::Chip::Kind::kWarning : ui::Chip::Kind::kGood;
  if (ending)
    chip_->set(kind,
               tr("Isaac: message %1 of %2 is written")
                   .arg(QLocale().toString(report.logged), QLocale().toString(exchange_->messagesToEnd())),
               tr("The end of the recording is written to %1.").arg(QString::fromStdString(report.log)));
  else if (on)
    chip_->set(kind, isRecording() ? tr("Isaac: %1, recording").arg(who) : tr("Isaac: %1").arg(who),
               tr("Messages are exchanged at %1. A click shows with whom.").arg(exchange_->address()));
  if (go_ && !isRecording()) answer(report.log_failure.ok());
}

// While its end is written, too.
bool IsaacDesk::isRecording() const { return !exchange_->report().log.empty(); }

bool IsaacDesk::mayLeave(std::function<void(bool)> go) {
  if (go_ || !isRecording()) {
    go_ = {};
    return true;
  }
  go_ = std::move(go);
  exchange_->endLog();
  if (go_) tellLeaving();
  return false;
}

void IsaacDesk::tellLeaving() {
  const QString folder = QString::fromStdString(exchange_->report().log);
  parts_.messages.notify({ui::Notice::Kind::kInfo,
                          leavingTitle(),
                          tr("The window closes once %1 is written.").arg(folder),
                          tr("Stay here"),
                          [this] { answer(false); },
                          {},
                          true});
}

void IsaacDesk::answer(bool goes) {
  parts_.messages.notifications().withdraw(leavingTitle());
  if (const auto go = std::exchange(go_, {})) go(goes);
}

}  // namespace ww::editor
