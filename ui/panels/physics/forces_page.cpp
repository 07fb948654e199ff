// SPDX-License-Identifier: Apache-2.0
#include "ui/panels/physics/forces_page.h"

#include <QHBoxLayout>
#include <QHeaderView>
#include <QLocale>
#include <QVBoxLayout>
#include <cmath>

#include "core/usecase/simulation/force_rows.h"
#include "ui/panels/timeline/rate_text.h"
#include "ui/widgets/shown_decimals.h"

namespace ww::ui {
namespace {

constexpr int kForcesRefreshMs = 200;      // so that figures can be read
constexpr double kForcesFullLoad = 0.999;  // of what a drive can
constexpr std::size_t kMostForceRows = 200;

QString forceText(double value, bool revolute) {
  return QStringLiteral("%1 %2").arg(fixedText(value, std::abs(value) < 10.0 ? 2 : 1),
                                     revolute ? QStringLiteral("Nm") : QStringLiteral("N"));
}

void setRows(QTreeWidget& table, std::size_t count) {
  while (table.topLevelItemCount() > static_cast<int>(count)) delete table.topLevelItem(table.topLevelItemCount() - 1);
  while (table.topLevelItemCount() < static_cast<int>(count)) table.addTopLevelItem(new QTreeWidgetItem);
}

void setTexts(QTreeWidgetItem& item, const QStringList& texts, int first_figure) {
  for (int column = 0; column < texts.size(); ++column) {
    item.setText(column, texts[column]);
    if (column >= first_figure) item.setTextAlignment(column, Qt::AlignRight | Qt::AlignVCenter);
  }
}

}  // namespace

ForcesPage::ForcesPage(Physics& physics, QWidget* parent)
    : QWidget(parent), physics_(physics), said_(new QLabel(this)) {
  joints_ = table(
      tr("Forces of joints"), {tr("Joint"), tr("Position"), tr("Speed"), tr("Force"), tr("Limit"), tr("Used")},
      {{}, {}, {}, tr("Torque or force that the drive gives now"), tr("What the drive can"), tr("The share of that")});
  contacts_ = table(tr("Contacts"), {tr("On"), tr("By"), tr("Force"), tr("Points"), tr("Surfaces")},
                    {tr("What the force acts on"),
                     tr("What presses against it"),
                     tr("Of all points together"),
                     {},
                     tr("Whether they stick to each other or slip")});
  said_->setObjectName(QStringLiteral("dim"));
  said_->setWordWrap(true);
  auto* row = new QHBoxLayout;
  row->addWidget(joints_, 1);
  row->addWidget(contacts_, 1);
  auto* all = new QVBoxLayout(this);
  all->setContentsMargins(0, 4, 0, 0);
  all->addWidget(said_);
  all->addLayout(row, 1);
  soon_.setSingleShot(true);
  soon_.setInterval(kForcesRefreshMs);
  connect(&soon_, &QTimer::timeout, this, &ForcesPage::refresh);
  connect(&physics_, &Physics::changed, this, &ForcesPage::follow);
  connect(&physics_, &Physics::moved, this, &ForcesPage::follow);
  refresh();
}

QTreeWidget* ForcesPage::table(const QString& name, const QStringList& titles, const QStringList& tips) {
  auto* made = new QTreeWidget(this);
  made->setAccessibleName(name);
  made->setHeaderLabels(titles);
  for (int column = 0; column < tips.size(); ++column) made->headerItem()->setToolTip(column, tips[column]);
  made->setRootIsDecorated(false);
  made->setUniformRowHeights(true);
  made->setSelectionMode(QAbstractItemView::NoSelection);
  made->header()->setSectionResizeMode(QHeaderView::ResizeToContents);
  made->header()->setStretchLastSection(false);
  return made;
}

void ForcesPage::showEvent(QShowEvent* event) {
  QWidget::showEvent(event);
  refresh();
}

// Moments come more often than figures can be read.
void ForcesPage::follow() {
  if (isVisible() && !soon_.isActive()) soon_.start();
}

void ForcesPage::refresh() {
  const simulation::MomentPtr now = physics_.world() ? physics_.shown() : nullptr;
  if (now && now == told_) return;
  told_ = now;
  showJoints();
  showContacts();
  const bool nothing = joints_->topLevelItemCount() + contacts_->topLevelItemCount() == 0;
  said_->setText(!now      ? tr("Play or step to see the forces of joints and contacts.")
                 : nothing ? tr("No joint moves, and nothing touches.")
                           : QString());
  said_->setVisible(!said_->text().isEmpty());
}

void ForcesPage::showJoints() {
  std::vector<usecase::JointForceRow> rows;
  if (told_) rows = usecase::jointForceRows(*physics_.world(), *told_);
  setRows(*joints_, rows.size());
  for (std::size_t i = 0; i < rows.size(); ++i) {
    const usecase::JointForceRow& row = rows[i];
    const bool has_limit = std::isfinite(row.limit);
    const double used = std::abs(row.effort) / row.limit;
    const QString name = QString::fromStdString(row.name);
    setTexts(*joints_->topLevelItem(static_cast<int>(i)),
             {name, rateText(row.position, usecase::Rate::kPosition, row.revolute),
              rateText(row.velocity, usecase::Rate::kVelocity, row.revolute), forceText(row.effort, row.revolute),
              has_limit ? forceText(row.limit, row.revolute) : tr("no limit"),
              !has_limit                ? QString()
              : used >= kForcesFullLoad ? tr("all of it")
                                        : percentText(used)},
             1);
  }
}

void ForcesPage::showContacts() {
  std::vector<usecase::ContactRow> rows;
  if (told_) rows = usecase::contactRows(*physics_.world(), *told_);
  if (rows.size() > kMostForceRows) rows.resize(kMostForceRows);
  setRows(*contacts_, rows.size());
  const auto name = [](const std::string& text) {
    return text.empty() ? tr("the floor") : QString::fromStdString(text);
  };
  for (std::size_t i = 0; i < rows.size(); ++i) {
    const usecase::ContactRow& row = rows[i];
    setTexts(*contacts_->topLevelItem(static_cast<int>(i)),
             {name(row.on), name(row.by), forceText(row.force, false), QLocale().toString(row.points),
              row.slips() ? tr("slip at %1/s").arg(shownQuantity(row.slip, Quantity::kLength, 1)) : tr("stick")},
             2);
  }
}

}  // namespace ww::ui
