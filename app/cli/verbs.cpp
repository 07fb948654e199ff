// SPDX-License-Identifier: Apache-2.0
#include "app/cli/verb.h"

namespace ww::cli {

void addVerbs(CLI::App& app, Run& run) {
  addNew(app, run);
  addInfo(app, run);
  addTree(app, run);
  addImport(app, run);
  addReimport(app, run);
  addParts(app, run);
  addApply(app, run);
  addGet(app, run);
  addTransform(app, run);
  addCheck(app, run);
  addRequests(app, run);
  addRules(app, run);
  addShapes(app, run);
  addPlan(app, run);
  addReplay(app, run);
  addProgram(app, run);
  addSimulate(app, run);
  addValidate(app, run);
  addRender(app, run);
  addSense(app, run);
  addExport(app, run);
  addVerify(app, run);
  addRecover(app, run);
  addDiff(app, run);
  addMerge(app, run);
  addTextconv(app, run);
  addGitSetup(app, run);
  addHistory(app, run);
  addIsaac(app, run);
  addLog(app, run);
  addServe(app, run);
  addKeep(app, run);
  addBench(app, run);
}

}  // namespace ww::cli
