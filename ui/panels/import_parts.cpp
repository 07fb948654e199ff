// SPDX-License-Identifier: Apache-2.0
#include "ui/panels/import_parts.h"

#include <QFileInfo>
#include <QSignalBlocker>
#include <QTreeWidgetItemIterator>
#include <QVBoxLayout>
#include <algorithm>
#include <string_view>

#include "ui/settings/user_settings.h"
#include "ui/widgets/file_dialog.h"

namespace ww::ui {
namespace {

// More are listed by nobody: the file comes in as a whole then.
constexpr std::size_t kMostListedParts = 5000;

// Codes of what is said about files that are not there.
constexpr std::string_view kMissing[] = {"mesh-missing", "part-missing", "include-missing"};
constexpr const char* kSearchKey = "import/search";
constexpr qsizetype kMostFolders = 8;
constexpr int kUnderside = 1, kPicked = 2;  // rows of origins

void tickAll(QTreeWidgetItem* item, Qt::CheckState state) {
  if (item->flags().testFlag(Qt::ItemIsUserCheckable)) item->setCheckState(0, state);
  for (int i = 0; i < item->childCount(); ++i) tickAll(item->child(i), state);
}

// The topmost parts without a tick.
void leftOut(const QTreeWidgetItem* item, std::vector<std::string>& out) {
  if (item->flags().testFlag(Qt::ItemIsUserCheckable) && item->checkState(0) == Qt::Unchecked)
    return out.push_back(item->data(0, Qt::UserRole).toString().toStdString());
  for (int i = 0; i < item->childCount(); ++i) leftOut(item->child(i), out);
}

}  // namespace

ImportParts::ImportParts(const QString& file, bool bottom_center, QWidget* parent)
    : QWidget(parent),
      file_(file),
      tree_(new QTreeWidget(this)),
      origin_(new QComboBox(this)),
      find_(new QPushButton(tr("Folder with the missing files..."), this)) {
  tree_->setObjectName(QStringLiteral("importParts"));
  tree_->setHeaderHidden(true);
  tree_->setAccessibleName(tr("Parts of the file"));
  tree_->setToolTip(tr("A part without a tick is left out, with what hangs on it"));
  tree_->setMinimumHeight(96);
  tree_->hide();
  origin_->setAccessibleName(tr("Origin"));
  origin_->setToolTip(tr("Where the origin of the object goes. A click in the picture puts it on a bore or plane"));
  origin_->addItem(tr("Origin as in the file"));
  origin_->addItem(tr("Origin at the middle of the underside"));
  origin_->setCurrentIndex(bottom_center ? kUnderside : 0);
  auto* box = new QVBoxLayout(this);
  box->setContentsMargins(0, 0, 0, 0);
  box->setSpacing(6);
  box->addWidget(origin_);
  box->addWidget(tree_, 1);
  box->addWidget(find_, 0, Qt::AlignLeft);
  find_->setToolTip(tr("Looks there, too, for files that this file names; the folder is remembered"));
  find_->hide();
  connect(find_, &QPushButton::clicked, this, [this] {
    const QString beside = QFileInfo(file_).absolutePath();
    const QString folder = askForFolder(this, {tr("Folder with the missing files"), beside, QString()});
    if (!folder.isEmpty()) searchIn(folder);
  });
  connect(tree_, &QTreeWidget::itemChanged, this, &ImportParts::ticked);
  connect(origin_, &QComboBox::activated, this, &ImportParts::changed);
}

void ImportParts::setReading(const io::ImportResult& read) {
  const QSignalBlocker quiet(tree_);
  find_->setVisible(std::ranges::any_of(
      read.diagnostics, [](const Diagnostic& d) { return std::ranges::find(kMissing, d.code) != std::end(kMissing); }));
  const auto without = choice().without;
  tree_->clear();
  const auto parts = usecase::fileParts(read);
  tree_->setVisible(parts.size() > 1 && parts.size() <= kMostListedParts);
  if (parts.size() > kMostListedParts) return;
  std::vector<QTreeWidgetItem*> items;
  for (const usecase::FilePart& part : parts) {
    auto* item = part.parent < 0 ? new QTreeWidgetItem(tree_)
                                 : new QTreeWidgetItem(items[static_cast<std::size_t>(part.parent)]);
    item->setText(0, QString::fromStdString(part.name));
    item->setData(0, Qt::UserRole, QString::fromStdString(part.path));
    item->setFlags(part.can_go ? item->flags() | Qt::ItemIsUserCheckable : item->flags() & ~Qt::ItemIsUserCheckable);
    if (part.can_go) item->setCheckState(0, Qt::Checked);
    items.push_back(item);
  }
  tree_->expandAll();
  for (std::size_t i = 0; i < parts.size(); ++i)
    if (std::ranges::find(without, parts[i].path) != without.end()) tickAll(items[i], Qt::Unchecked);
}

usecase::PartChoice ImportParts::choice() const {
  usecase::PartChoice out;
  for (int i = 0; i < tree_->topLevelItemCount(); ++i) leftOut(tree_->topLevelItem(i), out.without);
  out.bottom_center = origin_->currentIndex() == kUnderside;
  if (origin_->currentIndex() == kPicked) out.origin = picked_;
  return out;
}

void ImportParts::setOrigin(const Vec3& in_file, const QString& text) {
  picked_ = in_file;
  if (origin_->count() <= kPicked) origin_->addItem(QString());
  origin_->setItemText(kPicked, tr("Origin on: %1").arg(text));
  origin_->setCurrentIndex(kPicked);
  Q_EMIT changed();
}

void ImportParts::forgetOrigin() {
  if (!picked_) return;
  picked_.reset();
  if (origin_->currentIndex() == kPicked) origin_->setCurrentIndex(0);
  origin_->removeItem(kPicked);
}

bool ImportParts::showPart(const QString& name) {
  const auto found = tree_->findItems(name, Qt::MatchExactly | Qt::MatchRecursive);
  if (found.isEmpty()) return false;
  tree_->setCurrentItem(found.front());
  tree_->scrollToItem(found.front());
  return true;
}

bool ImportParts::showNamedIn(const QString& text) {
  for (QTreeWidgetItemIterator it(tree_); *it; ++it) {
    const QString name = (*it)->text(0);
    for (const QString& quoted :
         {QStringLiteral("'%1'"), QStringLiteral("\u201c%1\u201d"), QStringLiteral("\u201e%1\u201c")})
      if (text.contains(quoted.arg(name))) return showPart(name);
  }
  return false;
}

std::vector<std::filesystem::path> ImportParts::searchFolders() {
  std::vector<std::filesystem::path> out;
  for (const QString& folder : settings::value(QLatin1String(kSearchKey)).toStringList())
    if (QFileInfo(folder).isDir()) out.emplace_back(folder.toStdString());
  return out;
}

void ImportParts::searchIn(const QString& folder) {
  QStringList folders = settings::value(QLatin1String(kSearchKey)).toStringList();
  folders.removeAll(folder);
  folders.prepend(folder);
  settings::set(QLatin1String(kSearchKey), folders.mid(0, kMostFolders));
  Q_EMIT searchChanged();
}

// What hangs on it goes and comes with it; whoever comes brings what carries it.
void ImportParts::ticked(QTreeWidgetItem* item) {
  {
    const QSignalBlocker quiet(tree_);
    const Qt::CheckState state = item->checkState(0);
    tickAll(item, state);
    for (auto* up = item->parent(); up && state == Qt::Checked; up = up->parent())
      if (up->flags().testFlag(Qt::ItemIsUserCheckable)) up->setCheckState(0, Qt::Checked);
  }
  tree_->viewport()->update();
  Q_EMIT changed();
}

}  // namespace ww::ui
