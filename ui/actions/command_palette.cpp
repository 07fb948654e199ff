// SPDX-License-Identifier: Apache-2.0
#include "ui/actions/command_palette.h"

#include <QKeyEvent>
#include <QTimer>
#include <QVBoxLayout>
#include <algorithm>

#include "ui/actions/search_words.h"
#include "ui/widgets/theme.h"

namespace ww::ui {
namespace {

// Where a word of the text begins with what was typed; negative: nowhere.
qsizetype wordStart(const QString& text, const QString& typed) {
  for (qsizetype at = text.indexOf(typed, 0, Qt::CaseInsensitive); at >= 0;
       at = text.indexOf(typed, at + 1, Qt::CaseInsensitive))
    if (at == 0 || !text[at - 1].isLetterOrNumber()) return at;
  return -1;
}

// Fewer letters stand within too many words by chance: "rm" in "arm".
constexpr qsizetype kFewestWithin = 3;

bool endsAt(const QString& text, qsizetype at) { return at >= text.size() || !text[at].isLetterOrNumber(); }

// What it says of itself has many words: a short one must be one of them.
bool isInTip(const QString& word, const QString& tip) {
  const qsizetype at = wordStart(tip, word);
  return at >= 0 && (word.size() >= kFewestWithin || endsAt(tip, at + word.size()));
}

QString initialsOf(const QString& name) {
  QString out;
  for (qsizetype i = 0; i < name.size(); ++i)
    if (name[i].isLetterOrNumber() && (i == 0 || !name[i - 1].isLetterOrNumber())) out += name[i];
  return out;
}

// All its letters in order, words' starts count more. Negative: not.
int letterScore(const QString& typed, const QString& name) {
  int score = 0;
  qsizetype at = 0, last = -2;
  for (const QChar c : typed) {
    if (c.isSpace()) continue;
    const qsizetype found = name.indexOf(c, at, Qt::CaseInsensitive);
    if (found < 0) return -1;
    if (found == last + 1) score += 4;
    if (found == 0 || !name[found - 1].isLetterOrNumber()) score += 6;
    last = found;
    at = found + 1;
  }
  return score * 4 - static_cast<int>(name.size()) / 8 + 8;
}

// Zero: the word is in none of them. A word of the name says more than the beginning of one: "save" in "Save this
// view", "Saved views".
int wordScore(const QString& word, const Searched& action) {
  constexpr int kWhole = 2;
  if (const qsizetype at = wordStart(action.name, word); at >= 0)
    return (at == 0 ? 40 : 30) + (word.size() >= kFewestWithin && endsAt(action.name, at + word.size()) ? kWhole : 0);
  if (word.size() >= kFewestWithin && action.name.contains(word, Qt::CaseInsensitive)) return 20;
  if (isInTip(word, action.words)) {
    const bool first = action.words.startsWith(word, Qt::CaseInsensitive) ||
                       action.words.contains(QLatin1Char('\n') + word, Qt::CaseInsensitive);
    return first ? 33 : 16;
  }
  return isInTip(word, action.tip) ? 8 : 0;
}

// A word that is no more than in its tip says less; and what fits by letters alone comes after what fits by a word.
constexpr int kCalledBy = 16, kAboveLetters = 1000;

// How many letters have to be changed, added, left out or swapped with their neighbour.
int slips(const QString& a, const QString& b) {
  std::vector<int> before, last(static_cast<std::size_t>(b.size()) + 1), now = last;
  for (std::size_t j = 0; j < last.size(); ++j) last[j] = static_cast<int>(j);
  for (qsizetype i = 1; i <= a.size(); ++i) {
    now[0] = static_cast<int>(i);
    for (qsizetype j = 1; j <= b.size(); ++j) {
      const auto at = static_cast<std::size_t>(j);
      const int other = a[i - 1] == b[j - 1] ? 0 : 1;
      now[at] = std::min({last[at] + 1, now[at - 1] + 1, last[at - 1] + other});
      if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1])
        now[at] = std::min(now[at], before[at - 2] + 1);
    }
    before = last;
    last = now;
  }
  return last.back();
}

// Negative: it is no slip of a word of theirs.
int slipScore(const QString& typed, const QString& words) {
  constexpr int kFewest = 4, kPerSlip = 3;
  const QString wanted = typed.toLower();
  int best = -1;
  if (wanted.size() < kFewest) return best;
  for (const QString& word : words.toLower().simplified().split(QLatin1Char(' '))) {
    const int wrong = slips(wanted, word.left(wanted.size() + 1));
    if (wrong * kPerSlip <= wanted.size()) best = std::max(best, 60 - 10 * wrong);
  }
  return best;
}

// Above what any words give: the whole name, its beginning.
int phraseScore(const QString& phrase, const QString& name) {
  if (name.compare(phrase, Qt::CaseInsensitive) == 0) return 120;
  return name.startsWith(phrase, Qt::CaseInsensitive) ? 60 : 0;
}

}  // namespace

Fit fitOf(const QString& typed, const Searched& action) {
  const QStringList words = typed.split(QLatin1Char(' '), Qt::SkipEmptyParts);
  int sum = phraseScore(typed.trimmed(), action.name);
  int known = 0;  // of the words that it is called by
  bool all = !words.isEmpty(), is_named = false;
  for (const QString& word : words) {
    const int score = wordScore(word, action);
    all = all && score > 0;
    is_named = is_named || action.name.contains(word, Qt::CaseInsensitive);
    sum += score;
    if (score >= kCalledBy && word.size() >= kFewestWithin) known += score;
  }
  // "sa" for "Select all": less than a word that begins so, more than letters within one.
  const bool initials =
      words.size() == 1 && words[0].size() > 1 && initialsOf(action.name).startsWith(words[0], Qt::CaseInsensitive);
  if (initials) sum = std::max(sum, 25);
  // The shorter name is more of what was typed; what is only of that kind stays in its own order.
  const int rest = is_named || initials ? static_cast<int>(action.name.size()) : 0;
  if (all || initials) return {Fit::Kind::kStrong, sum * 8 - rest};
  // "turn object", "hide part": what is to be done is said, and to what.
  if (known > 0) return {Fit::Kind::kWeak, kAboveLetters + known};
  const int letters = std::max({letterScore(typed, action.name), letterScore(typed, action.tip) - 20,
                                slipScore(typed.trimmed(), action.name + QLatin1Char(' ') + action.words)});
  return letters >= 0 ? Fit{Fit::Kind::kWeak, letters} : Fit{};
}

CommandPalette::CommandPalette(const ActionTable& table, QWidget* parent)
    : QFrame(parent, Qt::Popup),
      table_(table),
      edit_(new QLineEdit(this)),
      note_(new QLabel(this)),
      list_(new QListWidget(this)) {
  setFrameShape(QFrame::StyledPanel);
  setObjectName(QStringLiteral("commandPalette"));
  setAccessibleName(tr("Search actions"));
  edit_->setPlaceholderText(tr("Type what you want to do"));
  edit_->setAccessibleName(tr("Search actions"));
  edit_->setToolTip(tr("Arrow keys choose, Enter runs, Esc closes"));
  edit_->setClearButtonEnabled(true);
  edit_->installEventFilter(this);
  note_->setObjectName(QStringLiteral("dim"));
  note_->setWordWrap(true);
  note_->hide();
  list_->setAccessibleName(tr("Actions found"));
  list_->setToolTip(tr("A click runs the action"));
  list_->setUniformItemSizes(true);
  list_->setIconSize(QSize(20, 20));
  list_->setFocusPolicy(Qt::NoFocus);
  auto* box = new QVBoxLayout(this);
  box->setContentsMargins(8, 8, 8, 8);
  box->addWidget(edit_);
  box->addWidget(note_);
  box->addWidget(list_);
  resize(520, 380);
  connect(edit_, &QLineEdit::textChanged, this, &CommandPalette::find);
  connect(list_, &QListWidget::itemClicked, this, &CommandPalette::run);
}

void CommandPalette::popup(const QPoint& top_center_global) {
  edit_->clear();
  find({});
  move(top_center_global.x() - width() / 2, top_center_global.y());
  show();
  edit_->setFocus();
}

// The best first; with nothing typed all, in their own order.
std::vector<CommandPalette::Found> CommandPalette::found(const QString& typed) const {
  const bool all = typed.trimmed().isEmpty();
  std::vector<Found> found;
  for (const ActionRow& row : table_.rows()) {
    if (row.id == QLatin1String("edit.commands")) continue;
    QString name = row.names_another ? row.text : table_.action(row.id)->text();
    const Fit fit =
        all ? Fit{Fit::Kind::kStrong, 0} : fitOf(typed, {name.remove(QLatin1Char('&')), searchWords(row.id), row.tip});
    if (fit.kind != Fit::Kind::kNone) found.push_back({fit, &row});
  }
  std::stable_sort(found.begin(), found.end(), [](const Found& a, const Found& b) {
    return a.fit.kind != b.fit.kind ? a.fit.kind > b.fit.kind : a.fit.score > b.fit.score;
  });
  return found;
}

void CommandPalette::find(const QString& typed) {
  const auto found = this->found(typed);
  list_->clear();
  for (std::size_t i = 0; i < found.size(); ++i) {
    const bool first_weak =
        found[i].fit.kind == Fit::Kind::kWeak && i > 0 && found[i - 1].fit.kind == Fit::Kind::kStrong;
    if (first_weak) addHeading(tr("These only come near:"));
    addRow(found[i]);
  }
  if (found.empty()) addIdeas();
  const bool strong = !found.empty() && found.front().fit.kind == Fit::Kind::kStrong;
  note_->setText(found.empty()
                     ? tr("No action is called like \"%1\". Try another word, or one of these:").arg(typed.trimmed())
                     : tr("No action is called \"%1\". The arrow keys choose one of these, which only come near:")
                           .arg(typed.trimmed()));
  note_->setVisible(!strong);
  // Nothing is meant before something is typed.
  list_->setCurrentRow(strong && !typed.trimmed().isEmpty() ? 0 : -1);
}

void CommandPalette::addHeading(const QString& text) {
  auto* heading = new QListWidgetItem(text, list_);
  heading->setFlags(Qt::NoItemFlags);
}

// What people most often want, where nothing fits.
void CommandPalette::addIdeas() {
  for (const char* id : {"file.sample", "file.open", "file.import", "add.box", "tool.move", "motion.plan", "view.fit",
                         "edit.preferences", "help.page"}) {
    const auto row = std::find_if(table_.rows().begin(), table_.rows().end(),
                                  [id](const ActionRow& r) { return r.id == QLatin1String(id); });
    if (row != table_.rows().end()) addRow({{Fit::Kind::kWeak, 0}, &*row});
  }
}

void CommandPalette::addRow(const Found& found) {
  QPixmap nothing(list_->iconSize());
  nothing.fill(Qt::transparent);
  QAction* action = table_.action(found.row->id);
  const QString reason = table_.whyNot(found.row->id);
  QString text = action->text().remove(QLatin1Char('&'));
  if (!found.row->keys.isEmpty())
    text += QStringLiteral("    ") + found.row->keys.front().toString(QKeySequence::NativeText);
  if (!reason.isEmpty()) text += QStringLiteral("  -  ") + reason;
  // Without an icon of its own a blank one, so that all texts begin at one place.
  auto* item = new QListWidgetItem(action->icon().isNull() ? QIcon(nothing) : action->icon(), text, list_);
  item->setData(Qt::UserRole, found.row->id);
  item->setToolTip(reason.isEmpty() ? found.row->tip : reason);
  if (!reason.isEmpty()) item->setFlags(item->flags() & ~Qt::ItemIsEnabled);
  if (found.fit.kind != Fit::Kind::kWeak) return;
  QFont font = list_->font();
  font.setItalic(true);
  item->setFont(font);
  item->setForeground(Theme::instance().color(Role::kDim));
}

bool CommandPalette::canRun(const QListWidgetItem* item) { return item && (item->flags() & Qt::ItemIsEnabled); }

// Return changed nothing, which is said where the eyes are.
void CommandPalette::tellNotRun() {
  const auto* item = list_->currentItem();
  const QString why = item ? item->toolTip() : QString();
  const QString text = why.isEmpty() ? tr("Nothing was run.") : tr("Nothing was run: %1").arg(why);
  if (!note_->isVisible() || item) note_->setText(text);
  else if (!note_->text().startsWith(text)) note_->setText(text + QLatin1Char(' ') + note_->text());
  note_->show();
}

void CommandPalette::run(QListWidgetItem* item) {
  if (!canRun(item)) return;
  QAction* action = table_.action(item->data(Qt::UserRole).toString());
  hide();
  // After the popup has gone and the focus is back where it was.
  QTimer::singleShot(0, action, &QAction::trigger);
}

// To the next row that is an action, on or off.
void CommandPalette::choose(int step) {
  const int count = list_->count();
  int row = list_->currentRow();
  if (row < 0 && step < 0) row = 0;
  for (int i = 0; i < count; ++i) {
    row = (row + step + count) % count;
    if (!list_->item(row)->data(Qt::UserRole).isValid()) continue;
    list_->setCurrentRow(row);
    return;
  }
}

bool CommandPalette::eventFilter(QObject* watched, QEvent* event) {
  if (watched != edit_ || event->type() != QEvent::KeyPress) return QFrame::eventFilter(watched, event);
  const int key = static_cast<QKeyEvent*>(event)->key();
  if (key == Qt::Key_Down || key == Qt::Key_Up) {
    choose(key == Qt::Key_Down ? 1 : -1);
    return true;
  }
  if (key == Qt::Key_Return || key == Qt::Key_Enter) {
    if (edit_->text().trimmed().isEmpty() || canRun(list_->currentItem())) run(list_->currentItem());
    else tellNotRun();
    return true;
  }
  return QFrame::eventFilter(watched, event);
}

}  // namespace ww::ui
