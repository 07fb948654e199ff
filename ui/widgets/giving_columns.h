// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <QObject>
#include <QTreeView>
#include <vector>

namespace ww::ui {

// Keeps room in a narrow list for what its rows are: with less than `least` pixels for the columns that stretch,
// those of `can_go` go, the first of them first, and come again with the room. Lives as long as the view.
class GivingColumns : public QObject {
 public:
  GivingColumns(QTreeView& view, int least, std::vector<int> can_go);
  void fit();

 protected:
  bool eventFilter(QObject* watched, QEvent* event) override;

 private:
  int widthOf(int column) const;

  QTreeView& view_;
  int least_;
  std::vector<int> can_go_;
};

}  // namespace ww::ui
