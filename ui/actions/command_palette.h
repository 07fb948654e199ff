// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <QFrame>
#include <QLabel>
#include <QLineEdit>
#include <QListWidget>

#include "ui/actions/action_table.h"

namespace ww::ui {

// How well what was typed fits an action. Strong: each word begins one of its name, stands in it (three letters at
// least), begins another word for it, or one of what it says of itself, in this order; or it is the initials of the
// name. Weak: only the letters come in this order, or most of them, as in a slip of the pen.
struct Fit {
  enum class Kind { kNone, kWeak, kStrong };
  Kind kind = Kind::kNone;
  int score = 0;  // among those of the same kind
};
struct Searched {
  QString name, words, tip;
};
Fit fitOf(const QString& typed, const Searched& action);

// Finds any action by its name. Actions that are off say why. Return runs what fits, and says so when it
// runs nothing; what fits only weakly has to be chosen first.
class CommandPalette : public QFrame {
  Q_OBJECT
 public:
  CommandPalette(const ActionTable& table, QWidget* parent);
  void popup(const QPoint& top_center_global);
  QLineEdit* edit() const { return edit_; }
  QListWidget* list() const { return list_; }
  QLabel* note() const { return note_; }

 protected:
  bool eventFilter(QObject* watched, QEvent* event) override;

 private:
  struct Found {
    Fit fit;
    const ActionRow* row;
  };
  std::vector<Found> found(const QString& typed) const;
  void find(const QString& typed);
  void addRow(const Found& found);
  void addHeading(const QString& text);
  void addIdeas();
  void choose(int step);
  static bool canRun(const QListWidgetItem* item);
  void run(QListWidgetItem* item);
  void tellNotRun();

  const ActionTable& table_;
  QLineEdit* edit_;
  QLabel* note_;
  QListWidget* list_;
};

}  // namespace ww::ui
