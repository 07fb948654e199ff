// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <QObject>

namespace ww::ui {

// While a menu is open it has all keys, those of shortcuts too: what it has no entry for does nothing behind it. Of all
// windows of the program.
class MenuKeys : public QObject {
  Q_OBJECT
 public:
  explicit MenuKeys(QObject* parent);

 protected:
  bool eventFilter(QObject* watched, QEvent* event) override;
};

}  // namespace ww::ui
