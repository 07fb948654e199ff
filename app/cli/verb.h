// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <CLI/App.hpp>
#include <memory>
#include <string>
#include <utility>

#include "app/cli/cli.h"
#include "app/cli/notes.h"
#include "app/cli/option_checks.h"

namespace ww::cli {

// Adds a subcommand with the options that all verbs have. `T` holds the verb's own options; the verb
// runs as fn(Run&, const T&).
template <typename T, typename Fn>
std::pair<CLI::App*, std::shared_ptr<T>> addVerb(CLI::App& app, Run& run, const std::string& name,
                                                 const std::string& help, Fn fn) {
  CLI::App* sub = app.add_subcommand(name, help);
  auto options = std::make_shared<T>();
  sub->add_flag("--json", run.json, "one JSON object on standard output");
  sub->add_flag("--quiet", run.quiet, "no warnings, no progress");
  sub->add_option("--no-note", run.no_notes, "CODE of a note that is not to be told, or all; may come again")
      ->allow_extra_args(false)
      ->delimiter(',')
      ->check(checkNoteCode);
  sub->add_option("--timeout", run.timeout_s, "seconds after which the work is given up")->check(checkSeconds);
  sub->callback([options, &run, fn] { run.verb = [options, fn](Run& r) { return fn(r, *options); }; });
  return {sub, options};
}

// For verbs that save a world.
inline void addNoHistory(CLI::App* sub, Run& run) {
  sub->add_flag("--no-history", run.no_history, "the file that is saved tells nothing of what was done before");
}

void addBench(CLI::App&, Run&);
void addNew(CLI::App&, Run&);
void addInfo(CLI::App&, Run&);
void addTree(CLI::App&, Run&);
void addImport(CLI::App&, Run&);
void addReimport(CLI::App&, Run&);
void addParts(CLI::App&, Run&);
void addApply(CLI::App&, Run&);
void addGet(CLI::App&, Run&);
void addTransform(CLI::App&, Run&);
void addCheck(CLI::App&, Run&);
void addRequests(CLI::App&, Run&);
void addProgram(CLI::App&, Run&);
void addSimulate(CLI::App&, Run&);
void addValidate(CLI::App&, Run&);
void addRules(CLI::App&, Run&);
void addShapes(CLI::App&, Run&);
void addPlan(CLI::App&, Run&);
void addReplay(CLI::App&, Run&);
void addRender(CLI::App&, Run&);
void addSense(CLI::App&, Run&);
void addExport(CLI::App&, Run&);
void addVerify(CLI::App&, Run&);
void addServe(CLI::App&, Run&);
void addKeep(CLI::App&, Run&);
void addHistory(CLI::App&, Run&);
void addIsaac(CLI::App&, Run&);
void addLog(CLI::App&, Run&);
void addRecover(CLI::App&, Run&);
void addDiff(CLI::App&, Run&);
void addMerge(CLI::App&, Run&);
void addTextconv(CLI::App&, Run&);
void addGitSetup(CLI::App&, Run&);

}  // namespace ww::cli
