// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <QComboBox>
#include <QString>
#include <optional>

#include "core/session/program_steps.h"
#include "core/world/values/world.h"

// What fields of programs choose from. Each function fills a box that it leaves as it is where nothing has changed,
// and chooses what is given.
namespace ww::ui {

// Objects and frames, named configurations of a robot, and what the step has besides (`other`: its text).
void fillTargets(QComboBox& box, const world::World& world, ObjectId robot, const session::StepTarget* now,
                 const QString& other);
// What was chosen; none: as it is.
std::optional<session::StepTarget> targetOf(const QComboBox& box);

void fillObjects(QComboBox& box, const world::World& world, std::optional<ObjectId> now, const QString& other);
std::optional<ObjectId> objectOf(const QComboBox& box);
// Objects, the root too, and frames; or, of a side of a pair, objects and "anything", which no node and no words mean.
void fillNodes(QComboBox& box, const world::World& world, const std::optional<world::NodeRef>& now,
               const QString& other, bool is_side);
bool isAnything(const QComboBox& box);
// Those that have joints; first one that means "as it is found".
void fillRobots(QComboBox& box, const world::World& world, std::optional<ObjectId> now, const QString& usual);
void fillTools(QComboBox& box, const world::World& world, ObjectId robot, const std::optional<world::NodeRef>& now,
               const QString& usual);
std::optional<world::NodeRef> nodeOf(const QComboBox& box);
void fillJoints(QComboBox& box, const world::World& world, ObjectId object, const QString& now);
void fillNames(QComboBox& box, const QStringList& names, const QString& now);

// The robot of a program, as planning finds it; none where it finds none.
ObjectId robotOfProgram(const world::World& world, const std::string& program);

}  // namespace ww::ui
