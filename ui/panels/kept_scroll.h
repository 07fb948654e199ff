// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <QScrollArea>
#include <QString>

namespace ww::ui {

// A column of sections that is rebuilt as a whole, and stays where the user scrolled to: also while there is less to
// scroll, and when what is above grows.
class KeptScroll : public QScrollArea {
 public:
  explicit KeptScroll(QWidget* body);
  // Before `host`, which has the sections, is replaced; not when it is hidden.
  void note(const QWidget& host);
  // Gives what was put in its room at once: painted before, it would be squashed for a moment.
  void settle();
  // When the other one is laid out.
  void back(const QWidget& host);

 private:
  // What the eye rests on: the first section to be seen, and where it is.
  struct Anchor {
    QString section;  // none: empty
    int y = 0;        // pixels below the upper edge of what is seen
  };
  Anchor anchor(const QWidget& host) const;

  int wanted_at_ = 0;
  Anchor wanted_;
  int placed_at_ = 0, placed_height_ = 0;  // by back(): all else is the user's doing
};

}  // namespace ww::ui
