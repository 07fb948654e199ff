// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <QToolButton>
#include <QVBoxLayout>
#include <QWidget>

namespace ww::ui {

// A heading that folds what is below it. Whether it is folded is remembered under its id.
class Section : public QWidget {
  Q_OBJECT
 public:
  Section(const QString& id, const QString& title, QWidget* parent = nullptr);
  QVBoxLayout* body() const { return layout_; }
  void setTitle(const QString& title) { head_->setText(title); }

 private:
  QToolButton* head_;
  QWidget* body_;
  QVBoxLayout* layout_;
};

// Takes everything out of a layout and deletes it.
void clearLayout(QLayout* layout);

}  // namespace ww::ui
