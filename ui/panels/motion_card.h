// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <QFrame>
#include <QLabel>
#include <QPushButton>

#include "ui/widgets/theme.h"

namespace ww::ui {

// The card below a motion: a sign, what is told, and what can be done about it. Who has it fills it.
class MotionCard : public QFrame {
  Q_OBJECT
 public:
  explicit MotionCard(QWidget* parent);

  struct Kind {
    const char* name;  // of the style
    const char* icon;
    Role role;
  };
  void setKind(const Kind& kind);
  void setText(const QString& text, const QString& tip);
  QString text() const { return report_->text(); }

  // What can be done; each is shown when it can be.
  struct Links {
    QPushButton *act, *show, *place, *exclude, *turn, *again, *move, *end;
  };
  const Links& links() const { return links_; }

 private:
  QPushButton* link(const QString& text, const QString& tip);
  void layOut();

  QLabel *icon_, *report_;
  Links links_;
};

}  // namespace ww::ui
