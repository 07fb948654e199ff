// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <QLabel>
#include <QToolButton>

namespace ww::editor {

// A picture with a title and a line of text, that is clicked.
class WelcomeCard : public QToolButton {
  Q_OBJECT
 public:
  static constexpr QSize kPicture{208, 130};
  WelcomeCard(const QString& title, const QString& text, QWidget* parent);
  // None: a blank one.
  void setPicture(const QPixmap& picture);
  bool hasPicture() const { return has_picture_; }

  QSize sizeHint() const override;
  QSize minimumSizeHint() const override { return sizeHint(); }

 private:
  QLabel* picture_;
  bool has_picture_ = false;
};

}  // namespace ww::editor
