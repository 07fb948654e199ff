// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <QLabel>
#include <QPlainTextEdit>
#include <QPushButton>

namespace ww::ui {

// Texts of any length that never ask for room to the side, so that no name makes a panel wider than it is.

// Plain text, wrapped between words and, where one has no room, inside it.
class WrapLabel : public QLabel {
 public:
  explicit WrapLabel(const QString& text = {}, QWidget* parent = nullptr);
  QSize sizeHint() const override;
  QSize minimumSizeHint() const override;
  int heightForWidth(int width) const override;

 protected:
  void paintEvent(QPaintEvent* event) override;

 private:
  int sides() const;  // pixels that are no text
};

// The same to be selected and copied, as high as its text.
class WrapText : public QPlainTextEdit {
 public:
  explicit WrapText(const QString& text, QWidget* parent = nullptr);
  QSize minimumSizeHint() const override;

 protected:
  void resizeEvent(QResizeEvent* event) override;
};

// A button whose text is elided where there is no room for it; the whole is in its tip then.
class ElidedButton : public QPushButton {
 public:
  explicit ElidedButton(const QString& text = {}, QWidget* parent = nullptr);
  QSize minimumSizeHint() const override;
  QString shownText() const;

 protected:
  bool event(QEvent* event) override;
  void paintEvent(QPaintEvent* event) override;
};

// A button whose text is wrapped, so that all of it is seen.
class WrapButton : public QPushButton {
 public:
  explicit WrapButton(const QString& text = {}, QWidget* parent = nullptr);
  QSize sizeHint() const override;
  QSize minimumSizeHint() const override;
  int heightForWidth(int width) const override;
  QString shownText() const;  // its lines

 protected:
  void paintEvent(QPaintEvent* event) override;

 private:
  QString linesFor(int width) const;
  QSize sides() const;  // pixels that are no text
};

}  // namespace ww::ui
