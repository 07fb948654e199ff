// SPDX-License-Identifier: Apache-2.0
#include "ui/panels/timeline/motion_report.h"

#include <QCoreApplication>
#include <QLocale>
#include <cmath>

#include "ui/bridge/motion_text.h"
#include "ui/bridge/status_text.h"

namespace ww::ui {
namespace {

struct ReportText {
  Q_DECLARE_TR_FUNCTIONS(MotionReport)
};

QString secondsFigure(double seconds) { return ReportText::tr("%1 s").arg(QLocale().toString(seconds, 'f', 3)); }

QString clearanceFigure(const MotionPlan& plan) {
  if (!plan.checked) return ReportText::tr("not checked: %1").arg(toText(plan.not_checked));
  if (!plan.nearest || !plan.min_clearance_m) return ReportText::tr("nothing comes near");
  const auto nameOf = [&](const world::NodeRef& node) { return QString::fromStdString(plan.world->display(node)); };
  return ReportText::tr("%1 at %2: %3 and %4")
      .arg(lengthText(*plan.min_clearance_m), secondsFigure(plan.min_clearance_at_s), nameOf(plan.nearest->a),
           nameOf(plan.nearest->b));
}

// "88.0 % at 0.412 s".
QString peakFigure(const usecase::Peak& peak) {
  if (peak.share <= 0.0) return percentText(0.0);
  return ReportText::tr("%1 at %2").arg(percentText(peak.share), secondsFigure(peak.at_s));
}

QString marginFigure(const usecase::JointCurve& joint) {
  if (!std::isfinite(joint.margin)) return ReportText::tr("no limits");
  return ReportText::tr("%1 at %2")
      .arg(rateText(joint.margin, usecase::Rate::kPosition, joint.revolute), secondsFigure(joint.margin_at_s));
}

QStringList jointRow(const usecase::JointCurve& joint) {
  QStringList row{QString::fromStdString(joint.name), marginFigure(joint)};
  for (const auto rate : {usecase::Rate::kVelocity, usecase::Rate::kAcceleration, usecase::Rate::kJerk})
    row << peakFigure(joint.peaks[static_cast<std::size_t>(rate)]);
  return row;
}

QString cells(const QStringList& texts, const char* tag) {
  QString out;
  for (const QString& text : texts)
    out += QStringLiteral("<%1 align=\"left\">%2&nbsp;&nbsp;</%1>").arg(QLatin1String(tag), text.toHtmlEscaped());
  return QStringLiteral("<tr>%1</tr>").arg(out);
}

}  // namespace

QString MotionReport::toText() const {
  QStringList lines{title};
  if (!warning.isEmpty()) lines << warning;
  lines << QString();
  for (const Figure& figure : figures) lines << figure.label + QLatin1Char('\t') + figure.value;
  lines << QString() << head.join(QLatin1Char('\t'));
  for (const QStringList& row : joints) lines << row.join(QLatin1Char('\t'));
  if (!marks.isEmpty()) lines << QString() << marks;
  return lines.join(QLatin1Char('\n')) + QLatin1Char('\n');
}

QString MotionReport::toHtml() const {
  QString out = QStringLiteral("<h3>%1</h3>").arg(title.toHtmlEscaped());
  if (!warning.isEmpty()) out += QStringLiteral("<p><b>%1</b></p>").arg(warning.toHtmlEscaped());
  out += QStringLiteral("<table>");
  for (const Figure& figure : figures) out += cells({figure.label, figure.value}, "td");
  out += QStringLiteral("</table><br><table>") + cells(head, "th");
  for (const QStringList& row : joints) out += cells(row, "td");
  out += QStringLiteral("</table>");
  if (marks.isEmpty()) return out;
  out += QStringLiteral("<ul>");
  for (const QString& mark : marks) out += QStringLiteral("<li>%1</li>").arg(mark.toHtmlEscaped());
  return out + QStringLiteral("</ul>");
}

MotionReport motionReport(const ReportOf& of) {
  const usecase::MotionCurves& curves = of.curves;
  MotionReport out;
  out.title = of.title;
  if (of.is_stale) out.warning = ReportText::tr("The world has changed since this motion was planned.");
  const auto add = [&out](const QString& label, const QString& value) { out.figures.push_back({label, value}); };
  add(ReportText::tr("Cycle time"), secondsFigure(curves.seconds));
  add(ReportText::tr("Least clearance"), clearanceFigure(of.plan));
  if (curves.tool) {
    add(ReportText::tr("Way of the tool"), lengthText(curves.way_m));
    const QString fastest =
        ReportText::tr("%1 at %2")
            .arg(rateText(curves.top_speed, usecase::Rate::kVelocity, false), secondsFigure(curves.top_speed_at_s));
    add(ReportText::tr("Fastest the tool goes"),
        std::isfinite(curves.tool_limit)
            ? ReportText::tr("%1, %2 of its limit").arg(fastest, percentText(curves.top_speed / curves.tool_limit))
            : fastest);
  }
  add(ReportText::tr("Stops on the way"), QLocale().toString(static_cast<int>(curves.stops.size())));
  add(ReportText::tr("Limits not kept"),
      QLocale().toString(static_cast<int>(curves.breaks.size() + curves.tool_breaks.size())));
  add(ReportText::tr("Singular places"), QLocale().toString(static_cast<int>(curves.singular.size())));
  out.head =
      QStringList{ReportText::tr("Joint"), ReportText::tr("Margin to its limits"), ReportText::tr("Peak velocity"),
                  ReportText::tr("Peak acceleration"), ReportText::tr("Peak jerk")};
  for (const usecase::JointCurve& joint : curves.joints) out.joints.push_back(jointRow(joint));
  for (const TimeMark& mark : of.marks) out.marks << mark.text;
  return out;
}

}  // namespace ww::ui
