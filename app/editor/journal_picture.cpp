// SPDX-License-Identifier: Apache-2.0
#include "app/editor/journal_picture.h"

#include <QCoreApplication>
#include <QPointer>
#include <QThreadPool>
#include <utility>

#include "core/project/project.h"
#include "core/usecase/picture.h"

namespace ww::editor {
namespace {

constexpr int kFirstPictureMs = 1000, kFirstOfFileMs = 5000, kNextPictureMs = 30'000;

bool hasPicture(const std::string& file) {
  if (file.empty()) return false;
  const auto stored = project::thumbnail(project::systemVfs(), file);
  return stored.ok() && !stored->empty();
}

}  // namespace

JournalPicture::JournalPicture(const WindowParts& parts, std::function<void(std::string)> take, QObject* parent)
    : QObject(parent), parts_(parts), take_(std::move(take)) {
  soon_.setSingleShot(true);
  connect(&soon_, &QTimer::timeout, this, &JournalPicture::draw);
  connect(&parts_.bridge, &ui::SessionBridge::changed, this, &JournalPicture::drawSoon);
}

JournalPicture::~JournalPicture() { stop_.request_stop(); }

void JournalPicture::begin() {
  end();
  keeps_ = true;
  drawSoon();
}

void JournalPicture::end() {
  keeps_ = false;
  ++round_;
  revision_ = 0;
  soon_.stop();
}

void JournalPicture::drawSoon() {
  const session::Snapshot now = parts_.bridge.snapshot();
  if (!keeps_ || drawing_ || soon_.isActive()) return;
  if (now.revision == revision_ || now.world->objectCount() <= 1) return;
  const int first = parts_.document.path().isEmpty() ? kFirstPictureMs : kFirstOfFileMs;
  soon_.start(revision_ == 0 ? first : kNextPictureMs);
}

void JournalPicture::draw() {
  drawing_ = true;
  const session::Snapshot now = parts_.bridge.snapshot();
  revision_ = now.revision;
  QThreadPool::globalInstance()->start([world = now.world, round = round_, stop = stop_.get_token(),
                                        self = QPointer<JournalPicture>(this),
                                        file = parts_.document.path().toStdString()] {
    std::string png;
    if (!hasPicture(file)) {
      if (auto drawn = usecase::picture(*world, stop); drawn.ok()) png = *std::move(drawn);
    }
    QMetaObject::invokeMethod(qApp, [self, round, png = std::move(png)] {
      if (self) self->arrive(round, png);
    });
  });
}

void JournalPicture::arrive(std::uint64_t round, std::string png) {
  drawing_ = false;
  if (keeps_ && round == round_ && !png.empty()) take_(std::move(png));
  drawSoon();
}

}  // namespace ww::editor
