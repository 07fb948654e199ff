// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <QComboBox>
#include <QLabel>
#include <QLineEdit>
#include <QPlainTextEdit>
#include <QPushButton>
#include <memory>

#include "ui/bridge/isaac_exchange.h"
#include "ui/bridge/newest_answers.h"
#include "ui/bridge/newest_work.h"
#include "ui/panels/isaac/message_draft.h"

namespace ww::ui {

// A message of any type as JSON, checked as it is typed, to be sent to all that are connected. What is written is read,
// and what is copied is made into text, beside all else.
class MessageWriter : public QWidget {
  Q_OBJECT
 public:
  explicit MessageWriter(IsaacExchange& exchange, QWidget* parent = nullptr);
  ~MessageWriter() override;
  // A copy of a message, with its raw data. What is written stays until the copy is there.
  void take(const isaac::Message& message);
  bool isCopying() const { return copying_ != 0; }
  QPlainTextEdit* json() const { return json_; }
  QComboBox* type() const { return type_; }
  QLineEdit* channel() const { return channel_; }
  QPushButton* sendButton() const { return send_; }
  QPushButton* cancelButton() const { return cancel_; }
  QString told() const { return told_->text(); }

 private:
  struct Copying {
    quint64 number = 0;
    isaac::Message message;
    QFont font;
  };
  struct Reading {
    MessageDraft draft;
    bool to_send = false;
  };
  struct Read {
    Status status;
    bool to_send = false;
    std::shared_ptr<isaac::Message> message = nullptr;
  };
  void build();
  void connectAll();
  void copy(const Copying& copying, const std::stop_token& stop);
  void takeCopy(const isaac::Message& like, const MessageText& text);
  void endCopying();
  void edited();
  void read(bool to_send);
  void takeRead(const Read& read);
  void showSent(const Status& done);
  void showState();

  IsaacExchange& exchange_;
  QComboBox* type_;
  QLineEdit* channel_;
  QPlainTextEdit* json_;
  QLabel* told_;
  QPushButton *send_, *cancel_;
  std::vector<isaac::Buffer> kept_;
  std::shared_ptr<QTextDocument> copied_;  // that json_ shows
  Status verdict_;                         // of what was written when it was last read
  quint64 copies_ = 0, copying_ = 0;       // numbers; 0: none
  bool is_unread_ = false, to_send_ = false;
  std::unique_ptr<NewestAnswers<Reading, Read>> readings_;
  std::unique_ptr<NewestWork<Copying>> copier_;  // the last: it uses the others
};

}  // namespace ww::ui
