// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cmath>

#include "ui/bridge/status_text.h"
#include "ui/panels/properties_panel.h"
#include "ui/panels/properties_sections.h"
#include "ui/widgets/flow_layout.h"
#include "ui/widgets/wrap_label.h"

namespace ww::ui {
namespace {

// Four places, of small numbers as many as four digits take: the inertia of a bolt is 1e-7 kg m^2.
int decimalsOf(double value) {
  const double size = std::abs(value);
  if (!(size > 0.0) || size >= 1.0) return 4;
  return std::min(4 - static_cast<int>(std::floor(std::log10(size))), 15);
}

// One of the second digit of what is smaller than 1; 0: as is usual.
double stepOf(double value) {
  const double size = std::abs(value);
  return size > 0.0 && size < 1.0 ? std::pow(10.0, std::floor(std::log10(size)) - 1.0) : 0.0;
}

QString problemOf(SessionBridge& bridge, const PropertyNumber& number, double entered) {
  const auto snapshot = bridge.snapshot();
  const auto edits = number.edits(*snapshot.world, entered);
  if (!edits) return PropertiesPanel::tr("What this is about has gone.");
  const Status status = bridge.tryOut(*snapshot.world, edits);
  return status.ok() ? QString() : toLine(status);
}

void keepWhatIsEntered(QuantityField* field, SessionBridge& bridge, const PropertyNumber& number) {
  field->setCheck([&bridge, number](double entered) { return problemOf(bridge, number, entered); });
  QObject::connect(field, &QuantityField::edited, field, [field, &bridge, number](double entered) {
    const QString problem = problemOf(bridge, number, entered);
    const auto edits = problem.isEmpty() ? number.edits(*bridge.snapshot().world, entered) : nullptr;
    if (edits && bridge.commit(number.step_name, edits)) return;
    field->setValue(number.value);
    field->complain(problem);
  });
}

}  // namespace

static void makeNumbers(Section& section, SessionBridge& bridge, const std::vector<PropertyNumber>& numbers) {
  auto* host = new QWidget;
  auto* row = new FlowLayout(host, 6, 4, FlowLayout::Spare::kShared);
  for (const PropertyNumber& number : numbers) {
    QuantityField::Setup setup;
    setup.label = number.label;
    setup.name = number.name;
    setup.quantity = number.quantity;
    setup.decimals = number.quantity == Quantity::kNumber ? decimalsOf(number.value) : 4;
    setup.most = number.most;
    if (number.quantity == Quantity::kNumber) setup.step = stepOf(number.value);
    auto* field = new QuantityField(setup);
    field->setValue(number.value);
    if (!number.tip.isEmpty()) field->edit()->setToolTip(number.tip);
    keepWhatIsEntered(field, bridge, number);
    row->addWidget(field);
  }
  section.body()->addWidget(host);
}

void addNumbers(Section& section, SessionBridge& bridge, const std::vector<PropertyNumber>& numbers) {
  section.whenOpen([&section, &bridge, numbers] { makeNumbers(section, bridge, numbers); });
}

void addRemark(Section& section, const QString& text) {
  section.whenOpen([&section, text] {
    auto* label = new WrapLabel(text);
    label->setObjectName(QStringLiteral("dim"));
    section.body()->addWidget(label);
  });
}

}  // namespace ww::ui
