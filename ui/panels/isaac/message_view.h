// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <QLabel>
#include <QTabWidget>
#include <optional>

#include "core/interop/isaac/message.h"
#include "ui/panels/isaac/message_canvas.h"
#include "ui/panels/isaac/message_tree.h"

class QCheckBox;
class QPushButton;

namespace ww::ui {

// A message as a tree and as a drawing, to be copied and to be edited elsewhere.
class MessageView : public QWidget {
  Q_OBJECT
 public:
  explicit MessageView(QWidget* parent = nullptr);
  // The next one of what is looked at: not shown while this one is held.
  void show(const isaac::Message& message);
  // With what is said in its place.
  void clearMessage(const QString& why);
  // Into a file that messagesInFile() reads; a problem is shown.
  void save(const QString& path);
  const std::optional<isaac::Message>& message() const { return message_; }
  MessageTree* tree() const { return tree_; }
  MessageCanvas* canvas() const { return canvas_; }
  QTabWidget* tabs() const { return tabs_; }

 Q_SIGNALS:
  void editAsked(const ww::isaac::Message& message);

 private:
  void refresh();
  void copy();

  std::optional<isaac::Message> message_;
  QString why_none_;
  QLabel *title_, *problem_;
  QCheckBox* hold_;
  QPushButton *copy_, *save_, *edit_;
  QTabWidget* tabs_;
  MessageTree* tree_;
  MessageCanvas* canvas_;
};

}  // namespace ww::ui
