// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <QTreeView>

#include "ui/panels/program/steps_model.h"

namespace ww::ui {

// What is done to the steps that are chosen in their list.
enum class StepDo { kRemove, kDuplicate, kUp, kDown, kSwitch, kLock };

// The list of steps, with its keys: Delete, Ctrl+D, Alt+Up and Alt+Down, Space, Ctrl+L. What is chosen stays so by its
// place.
class StepsView : public QTreeView {
  Q_OBJECT
 public:
  explicit StepsView(StepsModel& model, QWidget* parent = nullptr);

  // From 0, in order.
  QList<int> chosen() const;
  void choose(const QList<int>& rows);
  // To be chosen when the list is as long as that.
  void chooseNext(const QList<int>& rows) { next_ = rows; }
  // It will not be: what was to come was refused.
  void forgetNext() { next_.reset(); }

 Q_SIGNALS:
  void doAsked(ww::ui::StepDo what);
  void chosenChanged();

 protected:
  bool event(QEvent* event) override;
  void keyPressEvent(QKeyEvent* event) override;
  void selectionChanged(const QItemSelection& selected, const QItemSelection& deselected) override;
  void resizeEvent(QResizeEvent* event) override;

 private:
  void remember();
  void restore();
  void fitColumns();

  StepsModel& steps_;
  QList<int> remembered_;
  std::optional<QList<int>> next_;
  bool restoring_ = false;
  bool signs_alone_ = false;  // states without their words
};

}  // namespace ww::ui
