// SPDX-License-Identifier: Apache-2.0
#include "app/editor/welcome_card.h"

#include <QVBoxLayout>

namespace ww::editor {
namespace {

constexpr int kMargin = 8;

QLabel* cardLabel(const QString& text, const char* name, QWidget* parent) {
  auto* label = new QLabel(text, parent);
  label->setObjectName(QLatin1String(name));
  label->setAttribute(Qt::WA_TransparentForMouseEvents);
  label->setWordWrap(true);
  label->setFixedWidth(WelcomeCard::kPicture.width());
  return label;
}

}  // namespace

WelcomeCard::WelcomeCard(const QString& title, const QString& text, QWidget* parent)
    : QToolButton(parent), picture_(cardLabel({}, "cardPicture", this)) {
  setObjectName(QStringLiteral("welcomeCard"));
  setAccessibleName(title);
  setAccessibleDescription(text);
  setToolTip(text);
  setFocusPolicy(Qt::StrongFocus);
  picture_->setFixedHeight(kPicture.height());
  picture_->setAlignment(Qt::AlignCenter);
  auto* box = new QVBoxLayout(this);
  box->setContentsMargins(kMargin, kMargin, kMargin, kMargin);
  box->setSpacing(4);
  box->addWidget(picture_);
  box->addWidget(cardLabel(title, "strong", this));
  box->addWidget(cardLabel(text, "dim", this));
  box->addStretch(1);
}

void WelcomeCard::setPicture(const QPixmap& picture) {
  has_picture_ = !picture.isNull();
  if (!has_picture_) return picture_->clear();
  const double ratio = devicePixelRatioF();
  QPixmap shown = picture.scaled(kPicture * ratio, Qt::KeepAspectRatio, Qt::SmoothTransformation);
  shown.setDevicePixelRatio(ratio);
  picture_->setPixmap(shown);
}

// As wide as the picture, as high as the texts need.
QSize WelcomeCard::sizeHint() const {
  const int width = kPicture.width() + 2 * kMargin;
  return {width, layout()->hasHeightForWidth() ? layout()->heightForWidth(width) : layout()->sizeHint().height()};
}

}  // namespace ww::editor
