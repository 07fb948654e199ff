// SPDX-License-Identifier: Apache-2.0
#include "ui/panels/physics/checks_page.h"

#include <QFrame>
#include <QHBoxLayout>
#include <QScrollArea>

#include "ui/bridge/status_text.h"
#include "ui/widgets/section.h"
#include "ui/widgets/wrap_label.h"

namespace ww::ui {
namespace {

constexpr int kBurstMs = 200;
constexpr std::size_t kMostRows = 100;

}  // namespace

ChecksPage::ChecksPage(SessionBridge& bridge, Selection& selection, Physics& physics, QWidget* parent)
    : QWidget(parent),
      bridge_(bridge),
      selection_(selection),
      physics_(physics),
      note_(new WrapLabel({}, this)),
      body_(new QWidget),
      list_(new QVBoxLayout(body_)) {
  note_->setObjectName(QStringLiteral("dim"));
  body_->setObjectName(QStringLiteral("scrollBody"));
  list_->setContentsMargins(0, 0, 4, 0);
  list_->setSpacing(4);
  auto* scroll = new QScrollArea(this);
  scroll->setWidgetResizable(true);
  scroll->setFrameShape(QFrame::NoFrame);
  scroll->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
  scroll->setFocusPolicy(Qt::NoFocus);
  scroll->setAccessibleName(tr("Findings about physics"));
  scroll->setWidget(body_);
  auto* all = new QVBoxLayout(this);
  all->setContentsMargins(0, 4, 0, 0);
  all->addWidget(note_);
  all->addWidget(scroll, 1);
  soon_.setSingleShot(true);
  soon_.setInterval(kBurstMs);
  connect(&soon_, &QTimer::timeout, this, &ChecksPage::ask);
  connect(&bridge_, &SessionBridge::changed, this, [this] {
    update_();
    if (isVisible() && !soon_.isActive()) soon_.start();
  });
  connect(&physics_, &Physics::changed, this, [this] {
    if (isVisible() && physics_.options().physics.time_step != asked_step_) ask();
  });
  worker_ = std::make_unique<NewestWork<Request>>([this](const Request& request, const std::stop_token& stop) {
    auto options = request.options;
    options.stop = stop;
    auto findings = usecase::preflight(*request.world, options);
    if (stop.stop_requested()) return;
    QMetaObject::invokeMethod(
        this, [this, world = request.world, findings = std::move(findings)] { take(world, findings); },
        Qt::QueuedConnection);
  });
  update_();
}

ChecksPage::~ChecksPage() { worker_.reset(); }

void ChecksPage::showEvent(QShowEvent* event) {
  QWidget::showEvent(event);
  if (!isUpToDate()) soon_.start();
}

void ChecksPage::ask() {
  const auto world = bridge_.snapshot().world;
  const auto& options = physics_.options();
  if (asked_ == world && asked_step_ == options.physics.time_step) return;
  asked_ = world;
  asked_step_ = options.physics.time_step;
  worker_->cancel();
  usecase::PreflightOptions wanted;
  wanted.plan = options.plan;
  wanted.time_step = asked_step_;
  worker_->put({world, wanted});
}

void ChecksPage::take(const world::WorldPtr& world, const std::vector<usecase::PreflightFinding>& findings) {
  if (world != asked_) return;
  known_ = world;
  {
    const QuietRebuild quiet(body_);
    for (const Row& row : rows_) row.card->deleteLater();
    rows_.clear();
    while (auto* item = list_->takeAt(0)) delete item;
    for (std::size_t i = 0; i < std::min(findings.size(), kMostRows); ++i) rows_.push_back(makeRow(findings[i]));
    list_->addStretch(1);
  }
  update_();
  Q_EMIT countChanged(static_cast<int>(findings.size()));
}

ChecksPage::Row ChecksPage::makeRow(const usecase::PreflightFinding& finding) {
  Row row;
  row.text = toLine(finding.told);
  auto* card = new QFrame(body_);
  card->setObjectName(QStringLiteral("findingCard"));
  row.card = card;
  auto* box = new QVBoxLayout(card);
  box->setContentsMargins(6, 4, 6, 4);
  box->addWidget(new WrapLabel(row.text, card));
  auto* buttons = new QHBoxLayout;
  for (const usecase::PreflightFix& fix : finding.fixes) {
    auto* button = new ElidedButton(toText(fix.label), card);
    button->setToolTip(tr("An edit of the world, which Undo takes back"));
    connect(button, &QPushButton::clicked, this, [this, fix] {
      if (isUpToDate()) bridge_.commit(toText(fix.label), fix.edits);
    });
    buttons->addWidget(button);
    row.repairs.push_back(button);
  }
  if (!finding.objects.empty()) {
    auto* show = new QPushButton(tr("Select"), card);
    show->setToolTip(tr("Selects what it is about"));
    connect(show, &QPushButton::clicked, this, [this, objects = finding.objects] {
      std::vector<world::NodeRef> nodes(objects.begin(), objects.end());
      selection_.select(nodes);
      selection_.prune(*bridge_.snapshot().world);  // it may be newer
    });
    buttons->addWidget(show);
  }
  buttons->addStretch(1);
  box->addLayout(buttons);
  list_->addWidget(card);
  return row;
}

void ChecksPage::update_() {
  const bool fresh = isUpToDate();
  for (const Row& row : rows_)
    for (QPushButton* button : row.repairs) button->setEnabled(fresh);
  if (!known_) note_->setText(tr("The world is being checked..."));
  else if (!fresh) note_->setText(tr("The world has changed: it is being checked again."));
  else note_->setText(rows_.empty() ? tr("Nothing stands against it.") : tr("Before you play:"));
}

QStringList ChecksPage::texts() const {
  QStringList out;
  for (const Row& row : rows_) out << row.text;
  return out;
}

QPushButton* ChecksPage::repairButton(int finding, int repair) const {
  if (finding >= count()) return nullptr;
  const auto& repairs = rows_[static_cast<std::size_t>(finding)].repairs;
  return repair < static_cast<int>(repairs.size()) ? repairs[static_cast<std::size_t>(repair)] : nullptr;
}

}  // namespace ww::ui
