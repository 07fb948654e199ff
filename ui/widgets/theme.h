// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <QColor>
#include <QObject>
#include <QPalette>
#include <QString>

namespace ww::ui {

// Every colour of the program is one of these.
enum class Role {
  kGround,
  kPanel,
  kField,
  kLine,
  kText,
  kDim,
  kAccent,
  kOnAccent,
  kHover,
  kGood,
  kWarning,
  kError,
  kGoodGround,
  kWarningGround,
  kErrorGround,
  kCount
};

// The look: light or dark, or as the desktop. One per program, told to the application at once.
class Theme : public QObject {
  Q_OBJECT
 public:
  enum class Choice { kSystem, kLight, kDark };
  static Theme& instance();

  void setChoice(Choice choice);
  Choice choice() const { return choice_; }
  bool isDark() const { return dark_; }
  QColor color(Role role) const { return color(role, dark_); }
  static QColor color(Role role, bool dark);
  static const char* name(Role role);
  QPalette palette() const;
  // The style sheet with its colours filled in.
  QString styleSheet() const;
  // (L1 + 0.05) / (L2 + 0.05) of WCAG 2.
  static double contrast(const QColor& a, const QColor& b);

 Q_SIGNALS:
  void changed(bool dark);

 private:
  Theme() = default;
  Choice choice_ = Choice::kSystem;
  bool dark_ = false;
};

}  // namespace ww::ui
