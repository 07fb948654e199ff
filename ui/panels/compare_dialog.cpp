// SPDX-License-Identifier: Apache-2.0
#include "ui/panels/compare_dialog.h"

#include <QHBoxLayout>
#include <QHeaderView>
#include <QSignalBlocker>
#include <QStyledItemDelegate>
#include <QVBoxLayout>
#include <algorithm>

#include "ui/widgets/icons.h"

namespace ww::ui {
namespace {

constexpr int kSubject = 0, kWords = 1;
constexpr int kAroundText = 8;   // pixels, above and below
constexpr int kAroundIcon = 24;  // pixels, beside
constexpr QSize kCompareSize{760, 460};
constexpr double kMostOfSubject = 0.4;  // of the width
constexpr int kMostLines = 8;           // the rest is in the tip

// Texts in as many lines as they need: both sides of what both have changed are to be read. Names are broken where
// people break them, too.
class WrappedWords : public QStyledItemDelegate {
 public:
  explicit WrappedWords(QTreeWidget& list) : QStyledItemDelegate(&list), list_(list) {}

  QSize sizeHint(const QStyleOptionViewItem& option, const QModelIndex& index) const override {
    QStyleOptionViewItem own = option;
    initStyleOption(&own, index);
    const int width = std::max(kLeastWidth, list_.columnWidth(kWords) - kAroundText - kAroundIcon / 2);
    const QRect room(0, 0, width, kMostLines * own.fontMetrics.lineSpacing());
    const int lines = own.fontMetrics.boundingRect(room, Qt::TextWordWrap, own.text).height();
    return {width, std::min(lines, room.height()) + kAroundText};
  }

 protected:
  void initStyleOption(QStyleOptionViewItem* option, const QModelIndex& index) const override {
    QStyledItemDelegate::initStyleOption(option, index);
    for (const QChar end : {QLatin1Char('_'), QLatin1Char('/')})
      option->text.replace(end, QString(end) + QChar(0x200b));
  }

 private:
  static constexpr int kLeastWidth = 120;  // pixels
  QTreeWidget& list_;
};

}  // namespace

CompareDialog::CompareDialog(const QString& other, const std::vector<CompareRow>& rows, QWidget* parent)
    : QDialog(parent),
      list_(new QTreeWidget(this)),
      head_(new QLabel(this)),
      note_(new QLabel(this)),
      all_(new QPushButton(tr("&All"), this)),
      none_(new QPushButton(tr("&None"), this)),
      take_(new QPushButton(this)) {
  build(other);
  for (const CompareRow& row : rows) {
    auto* item = new QTreeWidgetItem(list_, {row.subject, row.words});
    item->setData(kSubject, Qt::UserRole, row.key);
    item->setFlags(item->flags() | Qt::ItemIsUserCheckable);
    item->setCheckState(kSubject, row.checked ? Qt::Checked : Qt::Unchecked);
    item->setToolTip(kWords, row.words);
    item->setToolTip(kSubject, row.subject);
    if (!row.conflict) continue;
    item->setIcon(kSubject, icon(QStringLiteral("warning"), Role::kWarning));
    item->setToolTip(kSubject, row.subject + QLatin1Char('\n') + tr("Both have changed this"));
  }
  list_->resizeColumnToContents(kSubject);
  // Ticks and icons are larger in the theme, which is not in force yet.
  const int most = static_cast<int>(kMostOfSubject * kCompareSize.width());
  list_->setColumnWidth(kSubject, std::min(most, list_->columnWidth(kSubject) + kAroundIcon));
  // Afterwards, as a size of our own counts for the width as well.
  const QSize size(list_->columnWidth(kSubject), list_->fontMetrics().height() + kAroundText);
  for (int i = 0; i < list_->topLevelItemCount(); ++i) list_->topLevelItem(i)->setSizeHint(kSubject, size);
  connect(list_, &QTreeWidget::itemChanged, this, &CompareDialog::showState);
  connect(list_, &QTreeWidget::itemChanged, this, &CompareDialog::leftChanged);
  connect(list_, &QTreeWidget::currentItemChanged, this, &CompareDialog::currentChanged);
  connect(all_, &QPushButton::clicked, this, [this] { checkAll(true); });
  connect(none_, &QPushButton::clicked, this, [this] { checkAll(false); });
  connect(take_, &QPushButton::clicked, this, &CompareDialog::takeAsked);
  showState();
}

// The list goes later, and has nobody to tell then.
CompareDialog::~CompareDialog() { disconnect(list_, nullptr, this, nullptr); }

void CompareDialog::build(const QString& other) {
  setObjectName(QStringLiteral("compareDialog"));
  setWindowTitle(tr("Compare with %1").arg(other));
  head_->setText(
      tr("What is checked is taken from %1 into the open world, in one step that can be undone.").arg(other));
  head_->setWordWrap(true);
  note_->setWordWrap(true);
  note_->setObjectName(QStringLiteral("dim"));
  note_->hide();
  list_->setHeaderLabels({tr("What"), tr("Change")});
  list_->setRootIsDecorated(false);
  list_->setAlternatingRowColors(true);
  list_->setAccessibleName(tr("Differences"));
  list_->setToolTip(tr("Checked: taken from the other world. The row that is chosen is shown in the view."));
  list_->header()->setStretchLastSection(true);
  list_->setItemDelegateForColumn(kWords, new WrappedWords(*list_));
  list_->setWordWrap(true);
  list_->setVerticalScrollMode(QAbstractItemView::ScrollPerPixel);
  connect(list_->header(), &QHeaderView::sectionResized, list_, &QTreeWidget::doItemsLayout);
  all_->setToolTip(tr("Checks all differences"));
  none_->setToolTip(tr("Leaves all differences as they are here"));
  take_->setToolTip(tr("Changes the open world"));
  take_->setDefault(true);
  auto* close = new QPushButton(tr("&Close"), this);
  close->setToolTip(tr("Leaves the open world as it is"));
  connect(close, &QPushButton::clicked, this, &QDialog::reject);
  auto* buttons = new QHBoxLayout;
  buttons->addWidget(all_);
  buttons->addWidget(none_);
  buttons->addStretch(1);
  buttons->addWidget(take_);
  buttons->addWidget(close);
  auto* box = new QVBoxLayout(this);
  box->addWidget(head_);
  box->addWidget(list_, 1);
  box->addWidget(note_);
  box->addLayout(buttons);
  resize(kCompareSize);
}

// The list ends with a whole row: half of one looks like a fault.
void CompareDialog::showEvent(QShowEvent* event) {
  QDialog::showEvent(event);
  layout()->activate();
  const int room = list_->viewport()->height();
  for (int i = 1; i < list_->topLevelItemCount(); ++i) {
    const QRect row = list_->visualItemRect(list_->topLevelItem(i));
    if (row.bottom() < room) continue;
    if (row.top() < room) resize(width(), height() - (room - row.top()));
    return;
  }
}

QStringList CompareDialog::left() const {
  QStringList out;
  for (int i = 0; i < list_->topLevelItemCount(); ++i) {
    const QTreeWidgetItem* item = list_->topLevelItem(i);
    if (item->checkState(kSubject) != Qt::Checked) out << item->data(kSubject, Qt::UserRole).toString();
  }
  return out;
}

QString CompareDialog::current() const {
  const QTreeWidgetItem* item = list_->currentItem();
  return item ? item->data(kSubject, Qt::UserRole).toString() : QString();
}

void CompareDialog::setTexts(const QString& title, const QString& head) {
  setWindowTitle(title);
  head_->setText(head);
  list_->setToolTip(tr("The row that is chosen is selected in the view."));
}

void CompareDialog::tell(const QString& text) {
  note_->setText(text);
  note_->setVisible(!text.isEmpty());
}

void CompareDialog::setBusy(bool busy) {
  busy_ = busy;
  showState();
}

void CompareDialog::checkAll(bool on) {
  {
    const QSignalBlocker quiet(list_);
    for (int i = 0; i < list_->topLevelItemCount(); ++i)
      list_->topLevelItem(i)->setCheckState(kSubject, on ? Qt::Checked : Qt::Unchecked);
  }
  showState();
  Q_EMIT leftChanged();
}

void CompareDialog::showState() {
  const auto all = static_cast<int>(list_->topLevelItemCount()), taken = all - static_cast<int>(left().size());
  take_->setText(taken == all ? tr("&Take all") : tr("&Take %1 of %2").arg(taken).arg(all));
  take_->setEnabled(taken > 0 && !busy_);
  all_->setEnabled(taken < all);
  none_->setEnabled(taken > 0);
}

}  // namespace ww::ui
