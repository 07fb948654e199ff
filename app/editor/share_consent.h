// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <QHash>
#include <QMessageBox>
#include <QPointer>
#include <functional>

#include "app/editor/document.h"
#include "ui/bridge/share.h"

namespace ww::editor {

// Asks before a world is shared: once for each world, and again only when it shall be open to more than was
// agreed to. The answers are forgotten when the program ends.
class ShareConsent : public QObject {
  Q_OBJECT
 public:
  ShareConsent(Document& document, ui::Share& share, QWidget* window);

 private:
  void ask(const ui::ShareSettings& settings, std::function<void()> go);

  Document& document_;
  QWidget* window_;
  QString world_;               // its file; empty: it has none
  QHash<QString, int> agreed_;  // how far, for each world
  QPointer<QMessageBox> question_;
};

}  // namespace ww::editor
