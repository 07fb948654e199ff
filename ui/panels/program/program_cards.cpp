// SPDX-License-Identifier: Apache-2.0
#include "ui/panels/program/program_cards.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QLocale>

#include "ui/bridge/motion_text.h"
#include "ui/bridge/status_text.h"
#include "ui/panels/program/step_text.h"
#include "ui/widgets/icons.h"
#include "ui/widgets/section.h"
#include "ui/widgets/wrap_label.h"

namespace ww::ui {
namespace {

constexpr std::size_t kMostFindings = 20, kMostContacts = 3;

QString placeText(const program::Place& place) { return QString::fromStdString(program::placeText(place)); }

}  // namespace

ProgramCards::ProgramCards(QWidget* parent) : QWidget(parent), column_(new QVBoxLayout(this)) {
  setObjectName(QStringLiteral("cardBody"));
  column_->setContentsMargins(8, 2, 8, 2);
  column_->setSpacing(4);
}

void ProgramCards::show(const ProgramPlanning::Failed* failed, bool is_old,
                        const std::vector<usecase::StepFinding>& findings,
                        const std::vector<usecase::StepFinding>& notes) {
  QStringList wanted{QString::number(is_old)};
  if (failed)
    wanted << placeText(failed->story.place) << toLine(failed->story.status)
           << QString::number(quintptr(failed->world.get()));
  for (const auto* list : {&findings, &notes})
    for (const usecase::StepFinding& finding : *list) wanted << placeText(finding.place) << toLine(finding.status);
  // Nobody wants buttons that come and go under the pointer.
  if (wanted == shown_) return;
  shown_ = wanted;
  const QuietRebuild quiet(this);
  clearLayout(column_);
  candidates_.clear();
  remedies_.clear();
  texts_.clear();
  where_ = nullptr;
  count_ = 0;
  if (failed) addStory(failed->story, is_old);
  for (std::size_t i = 0; i < findings.size() && i < kMostFindings; ++i)
    addFinding(findings[i], "warning", "warning", Role::kWarning);
  for (std::size_t i = 0; i < notes.size() && i < kMostFindings; ++i)
    addFinding(notes[i], "neutral", "info", Role::kDim);
  setVisible(count_ > 0);
}

QString ProgramCards::text() const { return texts_.join(QLatin1Char('\n')); }

QPushButton* ProgramCards::link(const QString& text, const QString& tip, QWidget* parent) {
  auto* button = new WrapButton(text, parent);
  button->setObjectName(QStringLiteral("link"));
  button->setToolTip(tip);
  button->setAccessibleName(text);
  return button;
}

ProgramCards::Card ProgramCards::add(const char* kind, const char* sign, Role role, const QStringList& lines) {
  auto* frame = new QFrame(this);
  frame->setObjectName(QStringLiteral("card"));
  frame->setProperty("kind", QLatin1String(kind));
  auto* mark = new QLabel(frame);
  mark->setPixmap(icon(QLatin1String(sign), role).pixmap(QSize(16, 16), devicePixelRatioF()));
  auto* text = new WrapLabel(lines.join(QLatin1Char('\n')), frame);
  text->setTextInteractionFlags(Qt::TextSelectableByMouse);
  auto* row = new QHBoxLayout(frame);
  row->setContentsMargins(8, 4, 8, 4);
  row->addWidget(mark, 0, Qt::AlignTop);
  auto* inside = new QVBoxLayout;
  inside->setSpacing(2);
  inside->addWidget(text);
  row->addLayout(inside, 1);
  column_->addWidget(frame);
  texts_ << lines;
  ++count_;
  return {frame, inside};
}

void ProgramCards::addStory(const usecase::FailureStory& story, bool is_old) {
  const Message message = toMessage(story.status);
  QStringList lines{message.title, message.details, message.hint};
  if (is_old) lines.prepend(tr("The world has changed since: plan again to see whether it works now."));
  for (std::size_t i = 0; story.before && i < story.contacts.size() && i < kMostContacts; ++i)
    lines << pairText(*story.before, story.contacts[i]);
  lines.removeAll(QString());
  const Card card = add("error", "error", Role::kError, lines);
  // What helps is seen without scrolling, however many postures there are.
  addRemedies(card, story);
  if (story.joints) {
    where_ = link(tr("Show the robot there"),
                  tr("Shows the robot where it came to grief, until something else is shown"), card.frame);
    card.inside->addWidget(where_);
    connect(where_, &QPushButton::clicked, this, &ProgramCards::whereChosen);
  }
  addCandidates(card, story);
}

void ProgramCards::addCandidates(const Card& card, const usecase::FailureStory& story) {
  if (story.candidates.empty()) return;
  auto* title = new QLabel(tr("Postures at the target:"), card.frame);
  title->setObjectName(QStringLiteral("fieldLabel"));
  card.inside->addWidget(title);
  for (std::size_t i = 0; i < story.candidates.size(); ++i) {
    const QString text = tr("%1. %2").arg(i + 1).arg(candidateText(story, story.candidates[i]));
    auto* button = link(text, tr("Shows the robot in this posture: %1").arg(text), card.frame);
    connect(button, &QPushButton::clicked, this, [this, i] { Q_EMIT candidateChosen(static_cast<int>(i)); });
    card.inside->addWidget(button);
    candidates_ << button;
    texts_ << text;
  }
}

void ProgramCards::addRemedies(const Card& card, const usecase::FailureStory& story) {
  if (story.remedies.empty()) return;
  for (std::size_t i = 0; i < story.remedies.size(); ++i) {
    const usecase::Remedy& remedy = story.remedies[i];
    const QString text = toText(remedy.text);
    auto* button = link(text,
                        remedy.is_tried ? tr("It was tried: the step is planned then. Does it, and plans again; Undo "
                                             "takes it back.")
                                        : tr("Does it, and plans again. Undo takes it back."),
                        card.frame);
    connect(button, &QPushButton::clicked, this, [this, i] { Q_EMIT remedyChosen(static_cast<int>(i)); });
    card.inside->addWidget(button);
    remedies_ << button;
    texts_ << text;
  }
}

void ProgramCards::addFinding(const usecase::StepFinding& finding, const char* kind, const char* sign, Role role) {
  const QString told = toLine(finding.status);
  const Card card =
      add(kind, sign, role, {finding.place.empty() ? told : tr("Step %1: %2").arg(placeText(finding.place), told)});
  if (finding.place.empty()) return;
  auto* button = link(tr("Go to the step"), tr("Chooses the step in the list"), card.frame);
  const auto step = static_cast<int>(finding.place.front()) - 1;
  connect(button, &QPushButton::clicked, this, [this, step] { Q_EMIT stepChosen(step); });
  card.inside->addWidget(button);
}

}  // namespace ww::ui
