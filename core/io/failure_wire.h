// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "core/base/diagnostic.h"
#include "core/base/phrase.h"
#include "core/base/status.h"

namespace worldwright::v1 {
class WorkerDiagnostic;
class WorkerFailure;
class WorkerPhrase;
}  // namespace worldwright::v1

namespace ww::io {

// What the worker tells, as data: the code of the row and what fills it in. Its texts go along for rows that the other
// side does not know.
void toWire(const Status& status, worldwright::v1::WorkerFailure& out);
void toWire(const Diagnostic& diagnostic, worldwright::v1::WorkerDiagnostic& out);
void toWire(const Phrase& phrase, worldwright::v1::WorkerPhrase& out);
// Believes nothing: texts are cut and cleaned, all lists are short, only arguments that the row has are taken, and the
// row is one of ours. Without a known row the texts are all there is.
Status fromWire(const worldwright::v1::WorkerFailure& wire);
Diagnostic fromWire(const worldwright::v1::WorkerDiagnostic& wire);
Phrase fromWire(const worldwright::v1::WorkerPhrase& wire);

}  // namespace ww::io
