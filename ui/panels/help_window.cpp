// SPDX-License-Identifier: Apache-2.0
#include "ui/panels/help_window.h"

#include <QFile>
#include <QHBoxLayout>
#include <QKeyEvent>
#include <QTextBlock>
#include <QVBoxLayout>
#include <algorithm>

#include "ui/widgets/theme.h"

// A static library's resources; outside of any namespace, as the macro wants it.
static void loadHelp() { Q_INIT_RESOURCE(first_contact); }

namespace ww::ui {
namespace {

const char* const kPages[] = {"welcome", "view",       "scene",   "properties", "motion",      "program",
                              "joints",  "collisions", "physics", "problems",   "history",     "sharing",
                              "jobs",    "log",        "import",  "files",      "preferences", "search"};

std::vector<HelpPage> readPages() {
  loadHelp();
  std::vector<HelpPage> pages;
  //: the folder with the help in this language: en or de
  const QString language = HelpWindow::tr("en", "language of the help");
  for (const char* id : kPages) {
    QFile file(QStringLiteral(":/help/%1/%2.md").arg(language, QLatin1String(id)));
    if (!file.open(QIODevice::ReadOnly)) continue;
    const QString text = QString::fromUtf8(file.readAll());
    const QString head = text.section(QLatin1Char('\n'), 0, 0);
    pages.push_back({QLatin1String(id), head.mid(head.indexOf(QLatin1Char(' ')) + 1), text});
  }
  return pages;
}

// Each word is in the title (first) or in the text; negative: not.
int rankOf(const HelpPage& page, const QStringList& words) {
  int rank = 0;
  for (const QString& word : words) {
    const bool title = page.title.contains(word, Qt::CaseInsensitive);
    if (!title && !page.text.contains(word, Qt::CaseInsensitive)) return -1;
    rank += title ? 100 : 0;
    rank += std::min<int>(50, static_cast<int>(page.text.count(word, Qt::CaseInsensitive)));
  }
  return rank;
}

QStringList wordsIn(const QString& text) { return text.split(QLatin1Char(' '), Qt::SkipEmptyParts); }

}  // namespace

const std::vector<HelpPage>& helpPages() {
  static QString language;
  static std::vector<HelpPage> pages;
  if (const QString now = HelpWindow::tr("en", "language of the help"); now != language) {
    pages = readPages();
    language = now;
  }
  return pages;
}

HelpWindow::HelpWindow(QWidget* parent)
    : QWidget(parent, Qt::Window),
      search_(new QLineEdit(this)),
      note_(new QLabel(this)),
      list_(new QListWidget(this)),
      text_(new QTextBrowser(this)) {
  build();
  connect(search_, &QLineEdit::textChanged, this, &HelpWindow::find);
  connect(list_, &QListWidget::currentItemChanged, this, [this](const QListWidgetItem* item) { open(item); });
  connect(text_, &QTextBrowser::anchorClicked, this,
          [this](const QUrl& link) { showPage(link.path().section(QLatin1Char('.'), 0, 0)); });
  find({});
}

void HelpWindow::build() {
  setObjectName(QStringLiteral("helpWindow"));
  setWindowTitle(tr("Help"));
  search_->setPlaceholderText(tr("Search the help"));
  search_->setAccessibleName(tr("Search the help"));
  search_->setToolTip(tr("Shows the pages that have all these words"));
  search_->setClearButtonEnabled(true);
  note_->setObjectName(QStringLiteral("dim"));
  note_->setWordWrap(true);
  note_->hide();
  list_->setAccessibleName(tr("Pages of the help"));
  list_->setToolTip(tr("Choose a page"));
  text_->setAccessibleName(tr("Page of the help"));
  text_->setToolTip({});
  text_->setWhatsThis(tr("The page that is chosen in the list"));
  text_->setOpenLinks(false);
  text_->document()->setDocumentMargin(16);
  auto* side = new QVBoxLayout;
  side->addWidget(search_);
  side->addWidget(note_);
  side->addWidget(list_, 1);
  auto* row = new QHBoxLayout(this);
  row->setContentsMargins(8, 8, 8, 8);
  row->addLayout(side, 1);
  row->addWidget(text_, 3);
  resize(860, 620);
}

// With no words all pages, in their own order; where none has them, all of them as well.
void HelpWindow::find(const QString& typed) {
  const QString before = page();
  const QStringList words = wordsIn(typed);
  std::vector<std::pair<int, const HelpPage*>> found;
  for (const HelpPage& page : helpPages())
    if (const int rank = rankOf(page, words); rank >= 0) found.emplace_back(rank, &page);
  note_->setVisible(found.empty());
  note_->setText(tr("No page has \"%1\". Try another word, or one of these:").arg(typed.trimmed()));
  if (found.empty())
    for (const HelpPage& page : helpPages()) found.emplace_back(0, &page);
  if (!words.isEmpty())
    std::stable_sort(found.begin(), found.end(), [](const auto& a, const auto& b) { return a.first > b.first; });
  {
    const QSignalBlocker quiet(list_);
    list_->clear();
    for (const auto& [rank, page] : found) {
      auto* item = new QListWidgetItem(page->title, list_);
      item->setData(Qt::UserRole, page->id);
      if (words.isEmpty() && page->id == before) list_->setCurrentItem(item);
    }
  }
  if (!list_->currentItem()) list_->setCurrentRow(0);
  else open(list_->currentItem());
}

QString HelpWindow::page() const {
  const auto* item = list_->currentItem();
  return item ? item->data(Qt::UserRole).toString() : QString();
}

void HelpWindow::showPage(const QString& id) {
  if (!search_->text().isEmpty()) search_->clear();
  list_->setCurrentRow(0);
  for (int i = 0; i < list_->count(); ++i)
    if (list_->item(i)->data(Qt::UserRole).toString() == id) list_->setCurrentRow(i);
}

void HelpWindow::open(const QListWidgetItem* item) {
  if (!item) return;
  const auto& pages = helpPages();
  const QString id = item->data(Qt::UserRole).toString();
  const auto page = std::find_if(pages.begin(), pages.end(), [&](const HelpPage& p) { return p.id == id; });
  if (page == pages.end()) return;
  text_->document()->setMarkdown(page->text, QTextDocument::MarkdownDialectGitHub);
  markFound();
  text_->moveCursor(QTextCursor::Start);
}

// The words that were searched, in the text.
void HelpWindow::markFound() {
  QList<QTextEdit::ExtraSelection> marks;
  for (const QString& word : wordsIn(search_->text()))
    for (QTextCursor at = text_->document()->find(word); !at.isNull(); at = text_->document()->find(word, at)) {
      QTextEdit::ExtraSelection mark;
      mark.cursor = at;
      mark.format.setBackground(Theme::instance().color(Role::kWarningGround));
      marks << mark;
    }
  text_->setExtraSelections(marks);
}

void HelpWindow::keyPressEvent(QKeyEvent* event) {
  if (event->key() == Qt::Key_Escape) close();
  else QWidget::keyPressEvent(event);
}

}  // namespace ww::ui
