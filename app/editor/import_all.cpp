// SPDX-License-Identifier: Apache-2.0
// Several files that come in together: each read as files of its format were last, placed side by side, undone as one
// step.
#include <QFileInfo>
#include <algorithm>

#include "app/editor/import_desk.h"
#include "core/usecase/edit_notes.h"
#include "core/world/views/references.h"
#include "ui/bridge/status_text.h"
#include "ui/panels/import_habit.h"
#include "ui/panels/import_wizard.h"

namespace ww::editor {

// A file, and what came of it.
struct ImportDesk::ReadFile {
  QString file;
  std::shared_ptr<const io::ImportResult> read;  // null: it could not be read
  Status status;
};

namespace {

// Names of the objects that the edits make, too.
struct PlacedFiles {
  session::EditsPtr edits;
  std::vector<std::string> names;
};

Result<PlacedFiles> placeOneByOne(const world::World& now, const ui::TryEdits& tried,
                                  const std::vector<std::shared_ptr<const io::ImportResult>>& reads,
                                  const usecase::ImportPlace& place) {
  PlacedFiles out;
  std::vector<session::EditsPtr> edits;
  world::World world = now;
  for (const auto& read : reads) {
    const auto import = usecase::named(world, world::kRootObject, *read);
    // What came before stands in the way of what comes next.
    const auto after = [&](const session::EditsPtr& more) {
      std::vector<session::EditsPtr> all = edits;
      all.push_back(more);
      return tried(session::join(all));
    };
    WW_ASSIGN(session::EditsPtr made, usecase::placeImport(world, after, import, place));
    WW_ASSIGN(world, after(made));
    edits.push_back(std::move(made));
    out.names.insert(out.names.end(), import.names.begin(), import.names.end());
  }
  out.edits = session::join(edits);
  return out;
}

}  // namespace

void ImportDesk::readAll(ui::ImportWizard& wizard) {
  const int chosen = wizard.placeBox()->currentIndex();
  if (!wizard.result() || chosen < 0) return;
  const usecase::ImportPlace place = import_.places[static_cast<std::size_t>(chosen)];
  std::vector<ui::ImportWish> wishes;
  for (const Import& waiting : waiting_) wishes.push_back(ui::habitualWish(waiting.file));
  waiting_.clear();
  read_job_ = parts_.jobs.run<ReadFiles>(
      tr("Read %n files", "", static_cast<int>(wishes.size()) + 1),
      [wishes, first = ReadFile{wizard.file(), wizard.result(), {}}, store = parts_.bridge.session().sharedStore()](
          std::stop_token stop, const Progress& progress) -> Result<ReadFiles> {
        auto out = std::make_shared<std::vector<ReadFile>>();
        out->push_back(first);
        for (const ui::ImportWish& wish : wishes) {
          auto reading = ui::readForImport(wish, store, stop, progress);
          if (!reading.ok() && stop.stop_requested()) return reading.status();
          const Status failure = reading.ok() ? reading->chosen.status() : reading.status();
          const QString file = QString::fromStdString(wish.file);
          if (!failure.ok()) out->push_back({file, nullptr, failure});
          else out->push_back({file, std::make_shared<const io::ImportResult>(std::move(reading->chosen->result)), {}});
        }
        return ReadFiles(std::move(out));
      },
      [this, place, worlds = worlds_](const Result<ReadFiles>& read) {
        // The place was one of the world that has gone.
        if (worlds != worlds_)
          return parts_.messages.notify({ui::Notice::Kind::kWarning,
                                         tr("The files were not imported: another world was opened meanwhile"),
                                         QString(),
                                         QString(),
                                         {}});
        if (read.ok()) addAll(*read, place);
        else if (read.status().code != Code::kCancelled)
          parts_.messages.report(tr("The files could not be imported"), read.status());
      });
  wizard.accept();
}

bool ImportDesk::addAll(const ReadFiles& files, const usecase::ImportPlace& place) {
  std::vector<std::shared_ptr<const io::ImportResult>> reads;
  for (const ReadFile& file : *files) {
    if (!file.read) tellFailed(file.file, file.status);
    else if (!file.read->objects.empty()) reads.push_back(file.read);
  }
  if (reads.empty()) return false;
  const auto world = parts_.bridge.snapshot().world;
  const int count = static_cast<int>(reads.size());
  std::vector<std::string> names;
  const auto make = [&](const world::World& now, const ui::TryEdits& tried) -> Result<session::EditsPtr> {
    WW_ASSIGN(PlacedFiles placed, placeOneByOne(now, tried, reads, place));
    names = std::move(placed.names);
    return placed.edits;
  };
  if (!parts_.bridge.commitMade(tr("Import %n files", "", count), make)) return false;
  const auto after = parts_.bridge.snapshot().world;
  std::vector<world::NodeRef> made;
  for (const std::string& name : names)
    if (const auto id = world::resolveText(*after, name); id.ok()) made.push_back(*id);
  for (const ReadFile& file : *files) {
    if (!file.read) continue;
    for (const Diagnostic& d : file.read->diagnostics) parts_.messages.log().add(d);
  }
  parts_.messages.offerUndo({ui::Notice::Kind::kGood, tr("%n files imported", "", count), QString(), QString(), {}},
                            parts_.bridge.snapshot().revision);
  showMade(made, world->objectCount() <= 1);
  return true;
}

}  // namespace ww::editor
