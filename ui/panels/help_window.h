// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <QLabel>
#include <QLineEdit>
#include <QListWidget>
#include <QTextBrowser>
#include <vector>

namespace ww::ui {

struct HelpPage {
  QString id, title, text;  // the text in Markdown
};
// All of them, in the language of the window.
const std::vector<HelpPage>& helpPages();

// The pages of help, a list that can be searched beside them.
class HelpWindow : public QWidget {
  Q_OBJECT
 public:
  explicit HelpWindow(QWidget* parent = nullptr);
  // Another one, the first, when there is no such page.
  void showPage(const QString& id);
  QString page() const;
  QLineEdit* search() const { return search_; }
  QListWidget* list() const { return list_; }
  QTextBrowser* text() const { return text_; }

 protected:
  void keyPressEvent(QKeyEvent* event) override;

 private:
  void build();
  void find(const QString& words);
  void open(const QListWidgetItem* item);
  void markFound();

  QLineEdit* search_;
  QLabel* note_;
  QListWidget* list_;
  QTextBrowser* text_;
};

}  // namespace ww::ui
