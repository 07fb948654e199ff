// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <QComboBox>
#include <QLabel>
#include <QLineEdit>
#include <QPlainTextEdit>
#include <QPushButton>

#include "ui/bridge/isaac_exchange.h"

namespace ww::ui {

// A message of any type as JSON, checked as it is typed, to be sent to all that are connected.
class MessageWriter : public QWidget {
  Q_OBJECT
 public:
  explicit MessageWriter(IsaacExchange& exchange, QWidget* parent = nullptr);
  // A copy of a message, with its raw data.
  void take(const isaac::Message& message);
  QPlainTextEdit* json() const { return json_; }
  QComboBox* type() const { return type_; }
  QLineEdit* channel() const { return channel_; }
  QPushButton* sendButton() const { return send_; }
  QString told() const { return told_->text(); }

 private:
  void check();
  void send();
  void showSent(const Status& done);
  // What is written. Fails as isaac::messageOfJson() and typeIdOf() do.
  Result<isaac::Message> written() const;

  IsaacExchange& exchange_;
  QComboBox* type_;
  QLineEdit* channel_;
  QPlainTextEdit* json_;
  QLabel* told_;
  QPushButton* send_;
  std::vector<isaac::Buffer> kept_;  // large data of the message that was copied
};

}  // namespace ww::ui
