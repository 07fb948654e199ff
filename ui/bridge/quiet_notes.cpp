// SPDX-License-Identifier: Apache-2.0
#include "ui/bridge/quiet_notes.h"

#include <QStringList>
#include <algorithm>

#include "core/base/failure.h"
#include "core/io/suspicion.h"
#include "core/usecase/all_failures.h"
#include "core/usecase/failures.h"
#include "ui/settings/user_settings.h"

namespace ww::ui {
namespace {

QString key() { return QStringLiteral("notes/quiet"); }

QStringList quiet() { return settings::value(key()).toStringList(); }

}  // namespace

QString noteCode(const Diagnostic& note) {
  const std::string code = note.failure ? std::string(note.failure->row->code) : note.code;
  const std::string_view kind = usecase::noteKind(code);
  return QString::fromUtf8(kind.data(), qsizetype(kind.size()));
}

bool isNote(const Diagnostic& finding) {
  if (io::isSuspicion(finding)) return true;
  const FailureTable rows = usecase::failures::all();
  return finding.failure && std::ranges::find(rows, finding.failure->row) != rows.end();
}

bool isQuiet(const QString& code) { return !code.isEmpty() && quiet().contains(code); }

void setQuiet(const QString& code) {
  if (code.isEmpty() || isQuiet(code)) return;
  settings::set(key(), quiet() << code);
}

bool isAnyQuiet() { return !quiet().isEmpty(); }

void forgetQuiet() { settings::remove(key()); }

Diagnostics shownNotes(const Diagnostics& notes) {
  Diagnostics out;
  std::ranges::copy_if(notes, std::back_inserter(out), [](const Diagnostic& note) { return !isQuiet(noteCode(note)); });
  return out;
}

}  // namespace ww::ui
