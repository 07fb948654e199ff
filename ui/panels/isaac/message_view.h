// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <QLabel>
#include <QTabWidget>
#include <QTimer>
#include <memory>
#include <optional>

#include "ui/bridge/newest_answers.h"
#include "ui/bridge/newest_work.h"
#include "ui/panels/isaac/message_canvas.h"
#include "ui/panels/isaac/message_reading.h"
#include "ui/panels/isaac/message_tree.h"

class QCheckBox;
class QPushButton;

namespace ww::ui {

// A message as a tree and as a drawing, to be copied and to be edited elsewhere. It is read, and made into what is
// seen, beside all else: large pictures take a second. While it is asked for other messages of one channel the newest
// is read next; another channel ends what is read.
class MessageView : public QWidget {
  Q_OBJECT
 public:
  explicit MessageView(QWidget* parent = nullptr);
  ~MessageView() override;
  // The next one of what is looked at: not shown while this one is held.
  void show(MessageWish wish);
  // With what is said in its place.
  void clearMessage(const QString& why);
  // Into a file that messagesInFile() reads; a problem is shown.
  void save(const QString& path);
  // That is seen.
  const std::optional<isaac::Message>& message() const { return message_; }
  MessageTree* tree() const { return tree_; }
  MessageCanvas* canvas() const { return canvas_; }
  QTabWidget* tabs() const { return tabs_; }

 Q_SIGNALS:
  void editAsked(const ww::isaac::Message& message);
  void shown();

 private:
  struct Reading {
    quint64 number = 0;
    MessageWish wish;
  };
  // Made of a message when it is asked for: a file, or a text for the clipboard.
  struct Errand {
    isaac::Message message;
    QString path;  // empty: for the clipboard
    QString text = {};
    Status done = {};
    Errand carriedOut() const;
  };
  void build();
  void ask();
  void read(const Reading& reading, const std::stop_token& stop);
  void take(quint64 number, ReadMessage read);
  void showNothing(const QString& why);
  void enableButtons();
  void say(const Status& wrong);
  void runErrand(const QString& path);
  void endErrand(const Errand& errand);

  std::optional<MessageWish> wish_;
  std::optional<isaac::Message> message_;
  QLabel *title_, *problem_;
  QCheckBox* hold_;
  QPushButton *copy_, *save_, *edit_;
  QTabWidget* tabs_;
  MessageTree* tree_;
  MessageCanvas* canvas_;
  QTimer slow_;  // until it is said that something is read
  quint64 number_ = 0, first_ = 1;
  bool at_work_ = false;  // on an errand
  std::unique_ptr<NewestAnswers<Errand, Errand>> errands_;
  std::unique_ptr<NewestWork<Reading>> worker_;  // the last: it uses the others
};

}  // namespace ww::ui
