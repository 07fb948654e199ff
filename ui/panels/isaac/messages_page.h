// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <QComboBox>
#include <QHash>
#include <QLabel>
#include <QTreeWidget>

#include "ui/bridge/isaac_exchange.h"
#include "ui/bridge/isaac_log.h"
#include "ui/panels/isaac/log_bar.h"
#include "ui/panels/isaac/message_view.h"

namespace ww::ui {

// The channels of the exchange or of a log, and the last message of the chosen one.
class MessagesPage : public QWidget {
  Q_OBJECT
 public:
  MessagesPage(IsaacExchange& exchange, IsaacLog& log, QWidget* parent = nullptr);
  void openLog(const QString& folder);
  // Messages as lines in JSON.
  void openFile(const QString& path);
  MessageView* view() const { return view_; }
  LogBar* bar() const { return bar_; }
  QTreeWidget* channels() const { return channels_; }
  QComboBox* source() const { return source_; }

 protected:
  void showEvent(QShowEvent* event) override;

 private:
  bool isLive() const { return source_->currentIndex() == 0; }
  bool isLog() const { return source_->currentIndex() == 1; }
  void askForLog();
  void askForFile();
  void takeFile(const QString& path, Result<std::vector<isaac::Message>> messages);
  void follow();
  void followLive();
  void followLog();
  void followFile();
  void showMessage();
  void nameType();
  void showSource();
  void offerRecording();

  IsaacExchange& exchange_;
  IsaacLog& log_;
  QComboBox* source_;
  QTreeWidget* channels_;
  QLabel* problem_;
  MessageView* view_;
  LogBar* bar_;
  std::vector<isaac::Message> of_file_;
  Status file_problem_;
  QHash<QString, QString> types_;  // of channels of the log, as far as they were looked at
  QString recording_, recorded_;   // the folder of the log that is written, and of the last one that was
  quint64 reading_ = 0;            // files that were opened
  bool filling_ = false;
};

}  // namespace ww::ui
