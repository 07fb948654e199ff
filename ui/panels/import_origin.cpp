// SPDX-License-Identifier: Apache-2.0
#include "ui/panels/import_origin.h"

#include "ui/bridge/feature_text.h"
#include "ui/panels/import_parts.h"
#include "ui/panels/import_preview.h"

namespace ww::ui {

ImportOrigin::ImportOrigin(JobBridge& jobs, ImportPreview* preview, ImportParts* parts, QObject* parent)
    : QObject(parent), jobs_(jobs), parts_(parts) {
  connect(preview, &ImportPreview::pictureClicked, this, &ImportOrigin::pick);
}

ImportOrigin::~ImportOrigin() { jobs_.cancel(job_); }

void ImportOrigin::pick(double right, double down) {
  if (!seen_) return;
  using Found = std::optional<PickedOrigin>;
  jobs_.cancel(job_);
  job_ = jobs_.run<Found>(
      tr("Look for bores and planes"),
      [seen = seen_, cache = cache_, right, down](std::stop_token, const Progress&) -> Result<Found> {
        return originAt(*seen, right, down, *cache);
      },
      [this, alive = std::weak_ptr<int>(alive_), seen = seen_](const Result<Found>& found) {
        if (alive.expired() || seen != seen_ || !found.ok() || !found.value()) return;
        parts_->setOrigin((*found)->in_file, featureText((*found)->feature));
      });
}

}  // namespace ww::ui
