// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <QObject>
#include <memory>

#include "ui/bridge/job_bridge.h"
#include "ui/panels/import_reading.h"

namespace ww::ui {

class ImportParts;
class ImportPreview;

// A click on the picture of what is imported puts the origin on the bore, pin, slot, rim or plane there.
class ImportOrigin : public QObject {
  Q_OBJECT
 public:
  // All of the wizard, which is the parent.
  ImportOrigin(JobBridge& jobs, ImportPreview* preview, ImportParts* parts, QObject* parent);
  ~ImportOrigin() override;
  // What the picture shows.
  void setSeen(std::shared_ptr<const ImportSeen> seen) { seen_ = std::move(seen); }

 private:
  void pick(double right, double down);

  JobBridge& jobs_;
  ImportParts* parts_;
  std::shared_ptr<const ImportSeen> seen_;
  std::shared_ptr<usecase::FeatureCache> cache_ = std::make_shared<usecase::FeatureCache>();
  quint64 job_ = 0;
  std::shared_ptr<int> alive_ = std::make_shared<int>(0);
};

}  // namespace ww::ui
