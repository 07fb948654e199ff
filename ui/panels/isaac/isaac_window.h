// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <QTabWidget>
#include <QWidget>

#include "ui/panels/isaac/connection_page.h"
#include "ui/panels/isaac/message_writer.h"
#include "ui/panels/isaac/messages_page.h"

namespace ww::ui {

// A window of its own for messages of the Isaac SDK: read, written, exchanged, recorded.
class IsaacWindow : public QWidget {
  Q_OBJECT
 public:
  IsaacWindow(IsaacExchange& exchange, IsaacLog& log, SessionBridge& bridge, QWidget* parent);
  QTabWidget* tabs() const { return tabs_; }
  MessagesPage* messages() const { return messages_; }
  MessageWriter* writer() const { return writer_; }
  ConnectionPage* connection() const { return connection_; }

 private:
  MessagesPage* messages_;
  MessageWriter* writer_;
  ConnectionPage* connection_;
  QTabWidget* tabs_;
};

}  // namespace ww::ui
