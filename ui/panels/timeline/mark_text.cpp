// SPDX-License-Identifier: Apache-2.0
#include "ui/panels/timeline/mark_text.h"

#include <QCoreApplication>
#include <QLocale>

#include "ui/bridge/motion_text.h"
#include "ui/panels/timeline/rate_text.h"

namespace ww::ui {
namespace {

struct MarkText {
  Q_DECLARE_TR_FUNCTIONS(MarkText)
};

QString momentText(double seconds) { return MarkText::tr("%1 s").arg(QLocale().toString(seconds, 'f', 2)); }

QString partText(const usecase::MotionMark& mark) {
  const QString from = momentText(mark.from_s), to = momentText(mark.to_s);
  return from == to ? from : MarkText::tr("%1 to %2").arg(from, to);
}

QString brokenText(const usecase::MotionMark& mark, const usecase::MotionCurves& curves) {
  if (mark.of_tool)
    return MarkText::tr("%1: the tool goes at %2, its limit %3")
        .arg(partText(mark), rateText(mark.amount, mark.rate, false), rateText(curves.tool_limit, mark.rate, false));
  const usecase::JointCurve& joint = curves.joints[mark.joint];
  const double limit = mark.amount < joint.least(mark.rate) ? joint.least(mark.rate) : joint.most(mark.rate);
  return MarkText::tr("%1: %2 of %3 is %4, its limit %5")
      .arg(partText(mark), rateName(mark.rate), QString::fromStdString(joint.name),
           rateText(mark.amount, mark.rate, joint.revolute), rateText(limit, mark.rate, joint.revolute));
}

QString pairOf(const usecase::MotionMark& mark, const world::World& world) {
  return MarkText::tr("%1 and %2")
      .arg(QString::fromStdString(world.display(mark.a)), QString::fromStdString(world.display(mark.b)));
}

}  // namespace

TimeMark timeMark(const usecase::MotionMark& mark, const usecase::MotionCurves& curves, const world::World& world) {
  using Kind = usecase::MotionMark::Kind;
  TimeMark out;
  out.from = mark.from_s;
  out.to = mark.to_s;
  out.at = mark.worst_s;
  switch (mark.kind) {
    case Kind::kStop:
      out.kind = TimeMark::Kind::kStep;
      out.text = MarkText::tr("%1: the robot stops").arg(momentText(mark.from_s));
      break;
    case Kind::kNear:
      out.kind = TimeMark::Kind::kNear;
      out.text =
          MarkText::tr("%1: %2 come as near as %3").arg(partText(mark), pairOf(mark, world), lengthText(mark.amount));
      break;
    case Kind::kContact:
      out.kind = TimeMark::Kind::kContact;
      out.text =
          MarkText::tr("%1: %2 touch, %3 deep").arg(partText(mark), pairOf(mark, world), lengthText(-mark.amount));
      break;
    case Kind::kLimit:
      out.kind = TimeMark::Kind::kLimit;
      out.text = brokenText(mark, curves);
      break;
    case Kind::kSingular:
      out.kind = TimeMark::Kind::kSingular;
      out.text = MarkText::tr("%1: near a singular place, the tool loses a direction").arg(momentText(mark.from_s));
      break;
  }
  return out;
}

}  // namespace ww::ui
