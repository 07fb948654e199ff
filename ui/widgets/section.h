// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <QToolButton>
#include <QVBoxLayout>
#include <QWidget>
#include <functional>
#include <vector>

namespace ww::ui {

// A heading that folds what is below it. Whether it is folded is remembered under its id; until somebody folds or
// opens it, a long list is folded.
class Section : public QWidget {
  Q_OBJECT
 public:
  Section(const QString& id, const QString& title, QWidget* parent = nullptr);
  QVBoxLayout* body() const { return layout_; }
  const QString& id() const { return id_; }
  QToolButton* head() const { return head_; }
  // For what is looked at rarely: folded until somebody opens it.
  void foldAtFirst();
  // What stands in it is made when it is first open, in the order in which it is asked for here.
  void whenOpen(std::function<void()> make);
  // How many things it lists: told beside the title.
  void setCount(int count);

 private:
  void apply(bool open);
  void makeAll();

  QString id_, title_;
  QToolButton* head_;
  QWidget* body_;
  QVBoxLayout* layout_;
  std::vector<std::function<void()>> to_make_;
};

// While it lives, nothing below `body` is painted; when it ends, what was added is shown and has its place. Without
// it, rows that are added to something visible are shown a turn later, squashed into the room of those before.
class QuietRebuild {
 public:
  explicit QuietRebuild(QWidget* body);
  ~QuietRebuild();
  QuietRebuild(const QuietRebuild&) = delete;
  QuietRebuild& operator=(const QuietRebuild&) = delete;

 private:
  QWidget* body_;
  bool was_on_;
};

// Takes everything out of a layout and deletes it.
void clearLayout(QLayout* layout);

}  // namespace ww::ui
