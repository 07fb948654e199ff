// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <QPointer>

#include "app/editor/problem_watch.h"
#include "app/editor/window_parts.h"
#include "core/usecase/export_world.h"

namespace ww::ui {
class ExportDialog;
}

namespace ww::editor {

// Files for other programs: of what is selected, or of the whole world, beside the work.
class ExportDesk : public QObject {
  Q_OBJECT
 public:
  explicit ExportDesk(const WindowParts& parts);

  // Asks what and where; the dialog that is open is shown.
  void choose();
  // Why there is nothing to export; empty when there is.
  QString whyNot() const;
  // Closes the dialog, and stops what runs.
  void end();

 private:
  struct Written {
    Diagnostics losses;
    std::uint64_t bytes = 0;
    std::size_t files = 0;
  };
  void start();
  bool mayReplace(const QString& file);
  Result<usecase::WorldExport> chosen() const;
  void finished(const QString& file, const Result<Written>& written);
  void tellWritten(const QString& file, const Written& written);
  void showProgress(quint64 job);

  WindowParts parts_;
  QPointer<ui::ExportDialog> dialog_;
  std::vector<world::NodeRef> selected_;  // when the dialog was opened
  quint64 job_ = 0;                       // 0: nothing runs
};

}  // namespace ww::editor
