// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <QFormLayout>
#include <QMenu>
#include <QToolButton>
#include <QVBoxLayout>
#include <QWidget>
#include <functional>
#include <vector>

#include "core/usecase/programs/step_extras.h"
#include "ui/widgets/quantity_field.h"

namespace ww::ui {

// What the chosen moves have besides their target: a block of fields for each limit, condition and collision setting,
// made of the table of core/usecase/programs/extra_kinds.h, and a menu of what can be added. It changes nothing itself.
class ExtrasForm : public QWidget {
  Q_OBJECT
 public:
  using EditsOf = std::function<session::EditsPtr(const world::World& world)>;

  explicit ExtrasForm(QWidget* parent = nullptr);

  // Those of the first row are shown; a change is for all.
  void show(const world::WorldPtr& world, const std::string& program, const QList<int>& rows);
  QToolButton* addButton() const { return add_; }
  // What can be added now, filled as for now.
  QMenu* menu();
  const std::vector<usecase::StepExtra>& extras() const { return extras_; }
  // A field by the kind, its index among those of the kind, its path and the joint or axis; null: there is none.
  QWidget* field(const char* kind, const char* path, int index = 0, int joint = 0) const;
  // Takes the extra away.
  QToolButton* remover(const char* kind, int index = 0) const;

 Q_SIGNALS:
  // `label` is what the step of the history is called. The edits are those of the world as it is by then: what is shown
  // may be a moment behind, and would take back what came between.
  void asked(const QString& label, const ww::ui::ExtrasForm::EditsOf& edits);

 private:
  struct Joint {
    QString name;
    bool turns = true;
    bool operator==(const Joint&) const = default;
  };
  struct Field {
    std::size_t extra = 0, field = 0, joint = 0;
    QWidget* widget = nullptr;
  };
  bool isSameShape(const std::vector<usecase::StepExtra>& extras, const std::vector<Joint>& joints) const;
  std::vector<Joint> jointsNow(std::size_t wanted) const;
  std::size_t jointCount(std::size_t extra) const;
  void rebuild();
  void build(std::size_t extra);
  QWidget* head(std::size_t extra);
  void addField(std::size_t extra, std::size_t field, QFormLayout& form);
  void addJoints(std::size_t extra, std::size_t field, QFormLayout& form);
  QWidget* make(std::size_t extra, std::size_t field, std::size_t joint, const QString& label);
  QWidget* makeNumber(std::size_t extra, std::size_t field, std::size_t joint, const QString& label);
  QWidget* makeSwitch(std::size_t extra, std::size_t field, const QString& label);
  QWidget* makeNode(std::size_t extra, std::size_t field, const QString& label);
  QWidget* makeSign(std::size_t extra, std::size_t field, std::size_t joint, const QString& label);
  void fill();
  void fill(const Field& field);
  void change(std::size_t extra, std::size_t field, const usecase::ExtraValue& value);
  void changeJoint(std::size_t extra, std::size_t field, std::size_t joint, double value);
  void add(const usecase::ExtraOffer& offer);
  void remove(std::size_t extra);
  QString where() const;
  const usecase::ExtraField& row(std::size_t extra, std::size_t field) const {
    return extras_[extra].kind->fields[field];
  }

  world::WorldPtr world_;
  std::string program_;
  std::vector<std::size_t> steps_;
  std::vector<usecase::StepExtra> extras_;
  std::vector<Joint> joints_;
  std::vector<Field> fields_;
  const usecase::ExtraKind* wanted_ = nullptr;  // the last of this kind gets the keys when it is there
  QToolButton* add_;
  QMenu* menu_;
  QVBoxLayout* blocks_;
};

}  // namespace ww::ui
