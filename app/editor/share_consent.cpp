// SPDX-License-Identifier: Apache-2.0
#include "app/editor/share_consent.h"

#include <QPushButton>

namespace ww::editor {
namespace {

using Where = ui::ShareSettings::Where;

int reach(Where where) { return where == Where::kSocket ? 0 : where == Where::kLoopback ? 1 : 2; }

QString portText(const ui::ShareSettings& settings) {
  return settings.port == 0 ? ShareConsent::tr("a free port") : ShareConsent::tr("port %1").arg(settings.port);
}

// Who could come, and where.
QString scopeText(const ui::ShareSettings& settings) {
  switch (settings.where) {
    case Where::kSocket:
      return ShareConsent::tr(
                 "Programs that you start on this machine can then read and change it, by the socket file %1.")
          .arg(settings.socket);
    case Where::kNetwork:
      return ShareConsent::tr(
                 "Programs on other machines that have the token can then read and change it over TLS, at %1, %2.")
          .arg(settings.host, portText(settings));
    case Where::kLoopback: break;
  }
  const QString who =
      settings.token.isEmpty()
          ? ShareConsent::tr(
                "Programs of everybody who works on this machine can then read and change it, at 127.0.0.1, %1.")
          : ShareConsent::tr(
                "Programs on this machine that have the token can then read and change it, at 127.0.0.1, %1.");
  return who.arg(portText(settings));
}

}  // namespace

ShareConsent::ShareConsent(Document& document, ui::Share& share, QWidget* window)
    : QObject(window), document_(document), window_(window), world_(document.path()) {
  share.setQuestion(
      [this](const ui::ShareSettings& settings, std::function<void()> go) { ask(settings, std::move(go)); });
  connect(&document, &Document::opened, this, [this](const QString& path) {
    world_ = path;
    agreed_.remove(QString());  // another world without a file
    delete question_;
  });
  // The same world, with another name; a copy is another world, and this one keeps its own.
  connect(&document, &Document::saved, this, [this](const QString& path) {
    if (path != document_.path()) return;
    // What was agreed to for a file that is replaced was about another world.
    if (path != world_) agreed_[path] = agreed_.value(world_, -1);
    world_ = path;
  });
}

void ShareConsent::ask(const ui::ShareSettings& settings, std::function<void()> go) {
  const int wanted = reach(settings.where);
  if (agreed_.value(world_, -1) >= wanted) return go();
  delete question_;
  question_ = new QMessageBox(QMessageBox::Question, tr("Share this world"), tr("Share %1?").arg(titleOf(document_)),
                              QMessageBox::Cancel, window_);
  question_->setObjectName(QStringLiteral("shareQuestion"));
  question_->setAttribute(Qt::WA_DeleteOnClose);
  question_->setInformativeText(scopeText(settings) + QLatin1Char(' ') + tr("Each of their edits can be undone here."));
  auto* share = question_->addButton(tr("Share"), QMessageBox::AcceptRole);
  question_->setDefaultButton(QMessageBox::Cancel);
  connect(question_, &QMessageBox::buttonClicked, this,
          [this, share, wanted, go = std::move(go)](const QAbstractButton* button) {
            if (button != share) return;
            agreed_[world_] = wanted;
            go();
          });
  question_->open();
}

}  // namespace ww::editor
