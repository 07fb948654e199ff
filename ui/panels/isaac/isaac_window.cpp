// SPDX-License-Identifier: Apache-2.0
#include "ui/panels/isaac/isaac_window.h"

#include <QVBoxLayout>

namespace ww::ui {

IsaacWindow::IsaacWindow(IsaacExchange& exchange, IsaacLog& log, SessionBridge& bridge, QWidget* parent)
    : QWidget(parent, Qt::Window),
      messages_(new MessagesPage(exchange, log)),
      writer_(new MessageWriter(exchange)),
      connection_(new ConnectionPage(exchange, bridge)),
      tabs_(new QTabWidget) {
  setObjectName(QStringLiteral("isaac_window"));
  setWindowTitle(tr("Isaac messages"));
  tabs_->setObjectName(QStringLiteral("isaacPages"));
  tabs_->addTab(connection_, tr("Connection"));
  tabs_->addTab(messages_, tr("Messages"));
  tabs_->addTab(writer_, tr("Write"));
  auto* column = new QVBoxLayout(this);
  column->addWidget(tabs_);
  resize(960, 600);
  connect(messages_->view(), &MessageView::editAsked, this, [this](const isaac::Message& message) {
    writer_->take(message);
    tabs_->setCurrentWidget(writer_);
    writer_->json()->setFocus();
  });
}

}  // namespace ww::ui
