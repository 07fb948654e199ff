// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <QDialog>
#include <QLabel>
#include <QPushButton>
#include <QTreeWidget>
#include <vector>

namespace ww::ui {

// One difference, as it is shown.
struct CompareRow {
  QString key;      // names it
  QString subject;  // "gripper"
  QString words;    // "moved 3.2 mm, 0.4°"
  bool checked = true;
  bool conflict = false;  // both have changed it
};

// What differs between the open world and another one, each item to be taken or left.
class CompareDialog : public QDialog {
  Q_OBJECT
 public:
  CompareDialog(const QString& other, const std::vector<CompareRow>& rows, QWidget* parent = nullptr);
  ~CompareDialog() override;

  QTreeWidget* list() const { return list_; }
  QPushButton* takeButton() const { return take_; }
  QLabel* note() const { return note_; }
  // Keys of the items whose box is empty.
  QStringList left() const;
  // The key of the row that has the keys; empty: none.
  QString current() const;
  // Another title, and what is said above the list, where no world is compared.
  void setTexts(const QString& title, const QString& head);
  // Something to read below the list, such as why an item cannot be had.
  void tell(const QString& text);
  // While something is being done nothing can be taken.
  void setBusy(bool busy);

 Q_SIGNALS:
  void takeAsked();
  // Another row has the keys.
  void currentChanged();
  // left() is another one.
  void leftChanged();

 protected:
  void showEvent(QShowEvent* event) override;

 private:
  void build(const QString& other);
  void checkAll(bool on);
  void showState();

  QTreeWidget* list_;
  QLabel* head_;
  QLabel* note_;
  QPushButton* all_;
  QPushButton* none_;
  QPushButton* take_;
  bool busy_ = false;
};

}  // namespace ww::ui
