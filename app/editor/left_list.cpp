// SPDX-License-Identifier: Apache-2.0
#include "app/editor/left_list.h"

#include <QDateTime>
#include <QFileInfo>
#include <QFrame>
#include <QHBoxLayout>
#include <QLabel>
#include <QLocale>
#include <QPushButton>
#include <QVBoxLayout>
#include <algorithm>

#include "ui/bridge/status_text.h"
#include "ui/widgets/flow_layout.h"

namespace ww::editor {
namespace {

constexpr std::size_t kShownEdits = 4;
constexpr int kLeftGap = 12;
constexpr QSize kLeftPicture{128, 80};

QString timeOf(std::chrono::system_clock::time_point time) {
  const auto since = std::chrono::duration_cast<std::chrono::milliseconds>(time.time_since_epoch()).count();
  return QLocale().toString(QDateTime::fromMSecsSinceEpoch(since), QLocale::ShortFormat);
}

QString wordsOf(const journal::Note& note) {
  const QString label = ui::toText(note.label);
  if (note.kind == journal::Kind::kUndo) return LeftList::tr("Undo: %1").arg(label);
  if (note.kind == journal::Kind::kRedo) return LeftList::tr("Redo: %1").arg(label);
  return label;
}

// The last of them, the oldest first, as they were done.
QString editsOf(const journal::Tally& tally) {
  const auto& all = tally.latest();
  QStringList lines;
  for (std::size_t i = all.size() - std::min(all.size(), kShownEdits); i < all.size(); ++i) lines << wordsOf(all[i]);
  if (tally.edits() > static_cast<std::uint64_t>(lines.size())) lines.prepend(QString(QChar(0x2026)));
  return lines.join(QLatin1Char('\n'));
}

// A world may be lost without an edit: it was made or imported, or its file was removed.
QString withoutEdits(const journal::Summary& summary) {
  const journal::About& about = summary.tally.about();
  const int objects = static_cast<int>(std::min<std::uint64_t>(summary.objects, 1'000'000'000));
  const QString what =
      objects > 0 ? LeftList::tr("the world itself, with %n objects", "", objects) : LeftList::tr("the world itself");
  const QString time = timeOf(summary.tally.time());
  if (about.is_lost) return LeftList::tr("No edits, but %1, which its file no longer has").arg(what);
  if (about.path.empty()) return LeftList::tr("Never saved: no edits, but %1, as it was at %2").arg(what, time);
  if (summary.tally.hash() != about.saved_hash)
    return LeftList::tr("Not in its file: no edits, but %1, as it was at %2").arg(what, time);
  return LeftList::tr("Nothing was edited since it was saved");
}

QString contentOf(const journal::Summary& summary) {
  const auto edits = static_cast<int>(summary.tally.edits());
  QString text = edits == 0
                     ? withoutEdits(summary)
                     : LeftList::tr("%1, the last at %2")
                           .arg(LeftList::tr("%n edits that are not saved", "", edits), timeOf(summary.tally.time()));
  if (summary.names > 0)
    text +=
        QLatin1Char('\n') + LeftList::tr("%n checkpoints named or renamed since", "", static_cast<int>(summary.names));
  return text;
}

QLabel* textLine(const QString& text, const char* name, QWidget* parent) {
  auto* label = new QLabel(text, parent);
  label->setObjectName(QLatin1String(name));
  label->setTextFormat(Qt::PlainText);
  label->setWordWrap(true);
  return label;
}

}  // namespace

LeftList::LeftList(const std::vector<journal::Summary>& left, const QHash<QString, QImage>& pictures,
                   const QSet<QString>& unfinished, QWidget* parent)
    : QWidget(parent), unfinished_(unfinished) {
  setObjectName(QStringLiteral("leftList"));
  setAccessibleName(tr("Documents that can be recovered"));
  auto* box = new QVBoxLayout(this);
  box->setContentsMargins(0, 0, 0, 0);
  box->setSpacing(kLeftGap);
  for (const journal::Summary& summary : left)
    box->addWidget(card(summary, pictures.value(QString::fromStdString(summary.id))));
  box->addStretch(1);
}

QString LeftList::nameOf(const journal::Summary& summary) {
  const journal::About& about = summary.tally.about();
  if (!about.path.empty()) return QFileInfo(QString::fromStdString(about.path)).fileName();
  return about.wish.empty() ? tr("Untitled") : QString::fromStdString(about.wish);
}

QWidget* LeftList::card(const journal::Summary& summary, const QImage& picture) {
  auto* frame = new QFrame(this);
  frame->setObjectName(QStringLiteral("card"));
  frame->setProperty("journal", QString::fromStdString(summary.id));
  auto* row = new QHBoxLayout(frame);
  row->setSpacing(kLeftGap);
  if (!picture.isNull()) {
    auto* shown = new QLabel(frame);
    shown->setPixmap(QPixmap::fromImage(picture.scaled(kLeftPicture, Qt::KeepAspectRatio, Qt::SmoothTransformation)));
    shown->setAccessibleName(tr("Picture of %1").arg(nameOf(summary)));
    row->addWidget(shown, 0, Qt::AlignTop);
  }
  auto* texts = new QVBoxLayout;
  texts->addWidget(textLine(nameOf(summary), "strong", frame));
  if (summary.unreadable.ok()) {
    texts->addWidget(textLine(contentOf(summary), "dim", frame));
    if (summary.tally.edits() > 0) texts->addWidget(textLine(editsOf(summary.tally), "leftEdits", frame));
  } else {
    texts->addWidget(textLine(ui::toLine(summary.unreadable), "warnText", frame));
  }
  for (const Status& note : summary.notes) texts->addWidget(textLine(ui::toLine(note), "warnText", frame));
  if (unfinished_.contains(QString::fromStdString(summary.id)))
    texts->addWidget(textLine(tr("Recovering it did not come to an end last time."), "warnText", frame));
  texts->addWidget(buttons(summary, frame));
  texts->addStretch(1);
  row->addLayout(texts, 1);
  return frame;
}

QWidget* LeftList::buttons(const journal::Summary& summary, QWidget* parent) {
  auto* row = new QWidget(parent);
  auto* flow = new ui::FlowLayout(row, 8, 8);
  const QString id = QString::fromStdString(summary.id);
  const auto add = [&](const char* name, const QString& text, const QString& tip,
                       void (LeftList::*asked)(const QString&)) {
    auto* button = new QPushButton(text, row);
    button->setObjectName(QLatin1String(name));
    button->setToolTip(tip);
    button->setAccessibleDescription(nameOf(summary));
    connect(button, &QPushButton::clicked, this, [this, id, asked] { Q_EMIT(this->*asked)(id); });
    flow->addWidget(button);
  };
  if (summary.unreadable.ok())
    add("leftRecover", tr("Recover"), tr("Does these edits again; the file stays as it is until you save"),
        &LeftList::recoverAsked);
  if (summary.unreadable.ok() && !summary.tally.about().path.empty())
    add("leftCompare", tr("Compare both"), tr("Does these edits again, and lists how the file differs from that"),
        &LeftList::compareAsked);
  if (unfinished_.contains(id))
    add("leftOlder", tr("Recover an older state"),
        tr("Takes the last state that was written whole, without the edits behind it, which stay here"),
        &LeftList::olderAsked);
  if (!summary.tally.about().path.empty())
    add("leftSaved", tr("Open what was saved"), tr("Opens the file without these edits, which stay here"),
        &LeftList::savedAsked);
  add("leftLater", tr("Keep for later"), tr("Asks again at the next start"), &LeftList::laterAsked);
  add("leftDiscard", tr("Discard..."), tr("Throws these edits away"), &LeftList::discardAsked);
  return row;
}

}  // namespace ww::editor
