// SPDX-License-Identifier: Apache-2.0
#include "tests/gui/failures/seen.h"

#include <QAbstractButton>
#include <QAbstractItemView>
#include <QLabel>
#include <QRegularExpression>
#include <QTextDocumentFragment>
#include <algorithm>

#include "ui/widgets/wrap_label.h"

namespace ww::editor {
namespace {

QString plain(const QString& text) {
  const QString read = Qt::mightBeRichText(text) ? QTextDocumentFragment::fromHtml(text).toPlainText() : text;
  return QString(read).remove(QChar(0x200b)).simplified();
}

QString textOf(const QWidget& widget) {
  if (const auto* label = qobject_cast<const QLabel*>(&widget)) return plain(label->text());
  if (const auto* button = qobject_cast<const QAbstractButton*>(&widget))
    return button->text().isEmpty()
               ? QString()
               : QLatin1Char('[') + plain(button->text()).remove(QLatin1Char('&')) + QLatin1Char(']');
  if (const auto* view = qobject_cast<const QAbstractItemView*>(&widget)) {
    QStringList rows;
    for (int row = 0; view->model() && row < view->model()->rowCount(); ++row)
      rows << plain(view->model()->index(row, 0).data().toString());
    return rows.join(QLatin1Char(' '));
  }
  return {};
}

QStringList matchesOf(const QString& text, const QRegularExpression& pattern) {
  QStringList found;
  for (auto at = pattern.globalMatch(text); at.hasNext();) found << at.next().captured();
  return found;
}

}  // namespace

QString seenIn(const QWidget& part) {
  struct Seen {
    int row, left;
    QString text;
  };
  std::vector<Seen> all;
  const auto add = [&](const QWidget& widget) {
    const QString text = widget.isVisible() ? textOf(widget) : QString();
    const QPoint at = widget.mapTo(&part, QPoint());
    if (!text.isEmpty()) all.push_back({at.y() / 10, at.x(), text});
  };
  add(part);
  for (const auto* widget : part.findChildren<QWidget*>()) add(*widget);
  std::stable_sort(all.begin(), all.end(),
                   [](const Seen& a, const Seen& b) { return a.row != b.row ? a.row < b.row : a.left < b.left; });
  QStringList texts;
  for (const Seen& seen : all) texts << seen.text;
  return texts.join(QLatin1Char(' '));
}

QStringList cutIn(const QWidget& part) {
  QStringList cut;
  const auto look = [&](const QWidget& widget) {
    const QString text = widget.isVisible() ? textOf(widget) : QString();
    if (text.isEmpty()) return;
    const auto tell = [&](const char* how) { cut << QStringLiteral("%1: %2").arg(QLatin1String(how), text); };
    const auto* label = qobject_cast<const QLabel*>(&widget);
    const auto* button = qobject_cast<const QAbstractButton*>(&widget);
    const bool gives_way = widget.sizePolicy().horizontalPolicy() == QSizePolicy::Ignored ||
                           dynamic_cast<const ui::ElidedButton*>(&widget);
    if (label && label->wordWrap() && widget.height() < label->heightForWidth(widget.width()) - 1) tell("too low");
    if (label && !label->wordWrap() && !gives_way && widget.width() < widget.sizeHint().width()) tell("too narrow");
    if (button && !gives_way && widget.width() < widget.sizeHint().width()) tell("button too narrow");
    const QWidget* window = widget.window();
    if (!window->rect().contains(QRect(widget.mapTo(window, QPoint()), widget.size()))) tell("outside");
  };
  look(part);
  for (const auto* widget : part.findChildren<QWidget*>()) look(*widget);
  return cut;
}

QStringList flawsOf(const QString& text) {
  struct Flaw {
    const char* pattern;
    const char* what;
  };
  static const Flaw kFlaws[] = {
      {"(^|[\\s(])--[a-z]", "an option of the command line"},
      {"`|\\bworldwright (?:[a-z]+-)?[a-z]+ ", "a command"},
      {"(?i)correct that|try again later|something went wrong|unknown error|an error occurred|mend\\b", "says nothing"},
      {"\\{[a-z_]*\\}|%[0-9n]", "a field that is not filled in"},
      {"(?i)malformed|sqlite|assimp|urdfdom|sdformat|errno|exception|nullptr|std::|textproto|INVALID_ARGUMENT|"
       "FAILED_PRECONDITION",
       "a word for programmers"},
      {"\\b0[.,]0{3,}(?!\\d)|-0[.,]0+\\b|\\d[eE][+-]?\\d+\\b", "a figure that says nothing"},
      {"\\.\\.(?!\\.)(?<!\\.\\.\\.)|\\. \\.|\\?\\.|::(?! )| ,", "odd punctuation"},
  };
  QStringList flaws;
  if (text.trimmed().isEmpty()) flaws << QStringLiteral("silence");
  for (const Flaw& flaw : kFlaws)
    for (const QString& found : matchesOf(text, QRegularExpression(QLatin1String(flaw.pattern))))
      flaws << QStringLiteral("%1: '%2'").arg(QLatin1String(flaw.what), found);
  return flaws;
}

QStringList flawsOfGerman(const QString& english, const QString& german) {
  static const QRegularExpression kQuoted(QStringLiteral("'[^' ]+'")),
      kFigure(QStringLiteral("(?<![\\w./:_-])-?\\d+(?:\\.\\d+)?(?= ?(?:mm|m|km|°|kB|MB|in|ft)\\b| ?°)")),
      kEnglish(QStringLiteral("(?i)(?<![\\w/_'-])(?:the|is|are|not|of|and|with|this|it|to|cannot|there|file|choose|"
                              "open|press|what|which)(?![\\w/_'.-])")),
      kPoint(QStringLiteral("(?<![\\w./:_-])-?\\d+\\.(?!\\d{3}(?!\\d))\\d+ ?(?:mm|m|°|s|%)(?!\\w)"));
  QStringList flaws;
  if (german == english) flaws << QStringLiteral("not translated");
  QString bare = german;
  for (const QString& name : matchesOf(german, kQuoted)) bare.remove(name);
  for (const QString& word : matchesOf(bare, kEnglish)) flaws << QStringLiteral("English: '%1'").arg(word);
  for (const QString& name : matchesOf(english, kQuoted)) {
    // The world itself has a name in each language; all others are people's own.
    const bool is_world = name == QLatin1String("'world'");
    if (!german.contains(is_world ? QStringLiteral("„Welt“") : name.mid(1, name.size() - 2)))
      flaws << QStringLiteral("without %1").arg(name);
  }
  for (const QString& figure : matchesOf(english, kFigure))
    if (!german.contains(QString(figure).replace(QLatin1Char('.'), QLatin1Char(','))))
      flaws << QStringLiteral("without %1").arg(figure);
  for (const QString& point : matchesOf(german, kPoint)) flaws << QStringLiteral("a decimal point: %1").arg(point);
  return flaws;
}

}  // namespace ww::editor
