// SPDX-License-Identifier: Apache-2.0
#include "ui/panels/motion_card.h"

#include <QEvent>
#include <QHBoxLayout>
#include <QResizeEvent>
#include <QScrollArea>
#include <QStyle>
#include <QVBoxLayout>
#include <algorithm>
#include <utility>

#include "ui/widgets/flow_layout.h"
#include "ui/widgets/icons.h"

namespace ww::ui {
namespace {

// As high as its text needs, and scrolled where there is less room: nothing is cut off.
class FittingArea : public QScrollArea {
 public:
  explicit FittingArea(QWidget* parent) : QScrollArea(parent) {
    setObjectName(QStringLiteral("fittingArea"));
    setWidgetResizable(true);
    setFrameShape(QFrame::NoFrame);
    setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    setMinimumHeight(34);
    setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Preferred);
  }
  QSize sizeHint() const override {
    if (!widget()) return QScrollArea::sizeHint();
    const int w = std::max(viewport()->width(), 120);
    const int h = widget()->hasHeightForWidth() ? widget()->heightForWidth(w) : widget()->sizeHint().height();
    return {w, h + 2};
  }

 protected:
  bool eventFilter(QObject* watched, QEvent* event) override {
    if (watched == widget() && event->type() == QEvent::LayoutRequest) updateGeometry();
    return QScrollArea::eventFilter(watched, event);
  }
  void resizeEvent(QResizeEvent* event) override {
    QScrollArea::resizeEvent(event);
    if (event->oldSize().width() != event->size().width()) updateGeometry();
    showWholeLines();
  }

 private:
  // What is scrolled away begins with a line of its own: half of one looks like a fault.
  void showWholeLines() {
    const int line = fontMetrics().lineSpacing(), all = sizeHint().height();
    const int cut = all > height() && height() > line ? height() % line : 0;
    if (std::exchange(cut_, cut) != cut) setViewportMargins(0, 0, 0, cut);
  }

  int cut_ = 0;
};

}  // namespace

MotionCard::MotionCard(QWidget* parent) : QFrame(parent), icon_(new QLabel(this)), report_(new QLabel(this)) {
  setObjectName(QStringLiteral("card"));
  setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Maximum);
  report_->setWordWrap(true);
  report_->setAccessibleName(tr("Result of planning"));
  report_->setTextInteractionFlags(Qt::TextSelectableByMouse);
  links_.act = link(QString(), QString());
  links_.act->setAccessibleName(tr("What helps"));
  links_.show = link(tr("Show what is involved"), tr("Selects what stands in the way"));
  links_.exclude = link(tr("Exclude this pair"), QString());
  links_.turn = link(tr("Turn the target over"),
                     tr("Turns it by 180° about its x axis: the tool comes from the other side. Undo takes it back."));
  links_.again = link(tr("Plan again"), tr("Plans the same motion in the world as it is now"));
  links_.place =
      link(tr("Show"), tr("Goes to the moment at which the motion comes nearest, and shows what it comes near to"));
  links_.move = link(tr("Move the robot here"), QString());
  links_.end = link(tr("Move to the end"),
                    tr("Sets the world to the end of the motion; the next one starts there. Undo takes it back."));
  layOut();
}

QPushButton* MotionCard::link(const QString& text, const QString& tip) {
  auto* b = new QPushButton(text, this);
  b->setObjectName(QStringLiteral("link"));
  b->setToolTip(tip);
  return b;
}

void MotionCard::layOut() {
  auto* inside = new QHBoxLayout(this);
  inside->setContentsMargins(10, 6, 10, 6);
  inside->addWidget(icon_, 0, Qt::AlignTop);
  auto* body = new QWidget;
  body->setObjectName(QStringLiteral("cardBody"));
  auto* texts = new QVBoxLayout(body);
  texts->setContentsMargins(0, 0, 0, 0);
  texts->addWidget(report_);
  texts->addStretch(1);
  auto* scroll = new FittingArea(this);
  scroll->setWidget(body);
  scroll->setAccessibleName(tr("Result of planning"));
  // The way to what is involved stays in sight, however long the text is.
  auto* column = new QVBoxLayout;
  column->setSpacing(2);
  column->addWidget(scroll, 1);
  auto* links = new QWidget(this);
  links->setObjectName(QStringLiteral("cardBody"));
  auto* row = new FlowLayout(links, 16, 0);
  for (auto* b :
       {links_.act, links_.show, links_.place, links_.exclude, links_.turn, links_.again, links_.move, links_.end})
    row->addWidget(b);
  column->addWidget(links);
  inside->addLayout(column, 1);
}

void MotionCard::setKind(const Kind& kind) {
  setProperty("kind", QLatin1String(kind.name));
  style()->unpolish(this);
  style()->polish(this);
  icon_->setPixmap(icon(QLatin1String(kind.icon), kind.role).pixmap(QSize(18, 18), devicePixelRatioF()));
}

void MotionCard::setText(const QString& text, const QString& tip) {
  report_->setText(text);
  report_->setToolTip(tip);
}

}  // namespace ww::ui
