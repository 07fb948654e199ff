// SPDX-License-Identifier: Apache-2.0
#include "ui/panels/rules/contacts_panel.h"

#include <QHBoxLayout>
#include <QHeaderView>
#include <QLabel>
#include <QVBoxLayout>

#include "ui/bridge/collision_pair.h"
#include "ui/bridge/pair_story.h"
#include "ui/panels/rule_text.h"

namespace ww::ui {

ContactsPanel::ContactsPanel(SessionBridge& bridge, QWidget* parent)
    : QWidget(parent),
      bridge_(bridge),
      model_(new ContactsModel(this)),
      list_(new QTreeView(this)),
      story_(new QPlainTextEdit(this)),
      nothing_(new QLabel(this)),
      zoom_(new QPushButton(tr("Zoom to"), this)),
      exclude_(new QPushButton(tr("Exclude this pair"), this)),
      explain_(new QPushButton(tr("Explain"), this)) {
  setObjectName(QStringLiteral("contactsPanel"));
  build();
  connect(list_->selectionModel(), &QItemSelectionModel::selectionChanged, this, &ContactsPanel::takeChoice);
  connect(list_, &QTreeView::activated, this, &ContactsPanel::zoomAsked);
  connect(zoom_, &QPushButton::clicked, this, &ContactsPanel::zoomAsked);
  connect(exclude_, &QPushButton::clicked, this, &ContactsPanel::exclude);
  connect(explain_, &QPushButton::toggled, this, &ContactsPanel::update_);
  connect(&bridge_, &SessionBridge::changed, this, [this] {
    if (explain_->isChecked()) update_();
  });
  setContacts({}, tr("Nothing collides. What does is listed here, with how deep and by which rule."));
}

void ContactsPanel::build() {
  list_->setModel(model_);
  list_->setAccessibleName(tr("Contacts"));
  list_->setWhatsThis(tr("What collides now; a click selects the two, a double click shows where"));
  list_->setRootIsDecorated(false);
  list_->setUniformRowHeights(true);
  list_->setEditTriggers(QAbstractItemView::NoEditTriggers);
  list_->setIconSize(QSize(14, 14));
  list_->header()->setMinimumSectionSize(56);
  list_->header()->setStretchLastSection(false);
  list_->header()->setSectionResizeMode(QHeaderView::ResizeToContents);
  list_->header()->setSectionResizeMode(ContactsModel::kPair, QHeaderView::Stretch);
  story_->setReadOnly(true);
  story_->setAccessibleName(tr("Why this pair is checked"));
  nothing_->setObjectName(QStringLiteral("dim"));
  nothing_->setWordWrap(true);
  nothing_->setContentsMargins(4, 4, 4, 4);
  zoom_->setToolTip(tr("Brings the place of the chosen contact into view (Return)"));
  explain_->setCheckable(true);
  explain_->setToolTip(tr("Says which rules are about the chosen pair, which decides, and why"));
  auto* left = new QVBoxLayout;
  left->addWidget(nothing_);
  left->addWidget(list_, 1);
  auto* side = new QVBoxLayout;
  for (QPushButton* button : {zoom_, exclude_, explain_}) side->addWidget(button);
  side->addStretch(1);
  auto* row = new QHBoxLayout(this);
  row->setContentsMargins(8, 4, 8, 4);
  row->addLayout(left, 3);
  row->addWidget(story_, 2);
  row->addLayout(side);
}

void ContactsPanel::setContacts(const std::vector<Collision>& contacts, const QString& nothing) {
  taking_ = true;
  model_->set(*bridge_.snapshot().world, contacts);
  taking_ = false;
  nothing_->setText(nothing);
  nothing_->setVisible(contacts.empty());
  showChoice();
}

void ContactsPanel::choose(const std::optional<Pair>& pair) {
  chosen_ = pair;
  showChoice();
}

const Collision* ContactsPanel::chosenContact() const {
  const auto row = chosen_ ? model_->rowOf(*chosen_) : std::nullopt;
  return row ? &model_->contact(*row) : nullptr;
}

// A row that went may have left its neighbour selected: nobody chose that one.
void ContactsPanel::showChoice() {
  taking_ = true;
  auto* selection = list_->selectionModel();
  const auto row = chosen_ ? model_->rowOf(*chosen_) : std::nullopt;
  if (!row) {
    selection->clear();
  } else if (!selection->isRowSelected(*row) || selection->selectedRows().size() != 1) {
    const QModelIndex at = model_->index(*row, 0);
    selection->setCurrentIndex(at, QItemSelectionModel::ClearAndSelect | QItemSelectionModel::Rows);
    list_->scrollTo(at);
  }
  taking_ = false;
  update_();
}

void ContactsPanel::takeChoice() {
  if (taking_) return;
  const auto rows = list_->selectionModel()->selectedRows();
  chosen_ = rows.isEmpty() ? std::nullopt : std::optional(ContactsModel::pairOf(model_->contact(rows.front().row())));
  update_();
  Q_EMIT chosenChanged();
}

// A rule of the world, which Undo takes back.
void ContactsPanel::exclude() {
  if (!chosenContact()) return;
  const auto pair = collisionPair(*bridge_.snapshot().world, {chosen_->first, chosen_->second});
  const QString why_not = whyNotAllow(bridge_, pair);
  if (!why_not.isEmpty()) return Q_EMIT message(why_not);
  allowCollisions(bridge_, *pair);
}

void ContactsPanel::update_() {
  const Collision* contact = chosenContact();
  for (QPushButton* button : {zoom_, exclude_}) button->setEnabled(contact);
  const auto world = bridge_.snapshot().world;
  const auto name = [&world](EntityId id) { return QString::fromStdString(world->display(id)); };
  exclude_->setToolTip(contact
                           ? tr("A rule of the world: %1 and %2 are no longer checked against each other. Undo takes "
                                "it back.")
                                 .arg(name(contact->a), name(contact->b))
                           : tr("Choose a contact first."));
  story_->setVisible(explain_->isChecked());
  if (!explain_->isChecked()) return;
  if (told_of_ != chosen_ || told_in_ != world) {
    told_of_ = chosen_;
    told_in_ = world;
    told_ = chosen_ ? pairStory(*world, chosen_->first, chosen_->second) : QStringList();
  }
  QStringList lines = told_;
  if (contact) lines.prepend(contact->text + QLatin1Char('.'));
  if (lines.isEmpty()) lines << tr("Choose a contact to have it explained.");
  const QString text = breakable(lines.join(QLatin1Char('\n')));
  if (story_->toPlainText() != text) story_->setPlainText(text);
}

}  // namespace ww::ui
