// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <QCheckBox>
#include <QComboBox>
#include <QDialog>
#include <QLabel>
#include <QProgressBar>
#include <QPushButton>
#include <QSlider>
#include <QTreeWidget>
#include <optional>
#include <utility>
#include <vector>

#include "core/usecase/collision_trial.h"
#include "ui/panels/deviation_legend.h"

namespace ww::ui {

// A part of the object, as it is.
struct ShapePart {
  QString name;
  std::size_t seen_triangles = 0;
  std::size_t checked_triangles = 0, checked_primitives = 0, checked_shapes = 0;  // primitives have no triangles
  std::optional<double> mass;                                                     // kg
};

// What was found out about a wish; all of `problem` or all of the rest.
struct ShapeFigures {
  QString problem;
  geometry::CollisionKind kind = geometry::CollisionKind::kSame;
  std::size_t shapes = 0, primitives = 0, triangles = 0;  // `shapes` counts the primitives, too
  geometry::CollisionDeviation deviation;                 // metres
  usecase::SeenSolid seen;
};

// One check of the object in its cell, seconds; none: it was not measured.
struct CheckTimes {
  std::optional<double> now, then;
};

// Asks with what the parts of an object are checked for collisions, and shows what that means. It works out nothing and
// changes nothing: who opens it does.
class ShapesDialog : public QDialog {
  Q_OBJECT
 public:
  ShapesDialog(const QString& object, std::vector<ShapePart> parts, QWidget* parent = nullptr);
  ~ShapesDialog() override;

  // Of each part; none: it stays as it is.
  const std::vector<std::optional<usecase::ShapeWish>>& wishes() const { return wishes_; }
  bool hasWish() const;
  bool wantsPreview() const { return preview_->isChecked(); }
  void selectParts(const std::vector<std::size_t>& parts);

  void setPart(std::size_t part, const ShapePart& as_it_is);
  // Of parts that have a wish.
  void setFigures(std::vector<std::pair<std::size_t, ShapeFigures>> figures);
  void setTimes(const CheckTimes& times);
  // `has_colors`: the picture tells how far off each place is.
  void setScale(const DeviationScale& scale, bool has_colors);
  void setBusy(bool busy);
  // Of what runs: [0, 1], and what it does.
  void setProgress(double fraction, const QString& text);
  // While what was chosen is being taken, nothing can be changed.
  void setTaking(bool taking);
  // Something to read below the figures; empty: nothing.
  void tell(const QString& text);

  QTreeWidget* list() const { return list_; }
  QComboBox* kindBox() const { return kind_; }
  QSlider* slider() const { return slider_; }
  QCheckBox* previewBox() const { return preview_; }
  QLabel* figuresLabel() const { return figures_; }
  QLabel* timeLabel() const { return time_; }
  QLabel* seenLabel() const { return seen_; }
  QLabel* noteLabel() const { return note_; }
  DeviationLegend* legend() const { return legend_; }
  QProgressBar* progressBar() const { return progress_; }
  QPushButton* stopButton() const { return stop_; }
  QPushButton* applyButton() const { return apply_; }
  QPushButton* cancelButton() const { return cancel_; }

 Q_SIGNALS:
  void wished();  // other wishes
  void previewAsked(bool on);
  void stopAsked();
  void applyAsked();

 private:
  void build(const QString& object);
  QWidget* said();
  QLayout* sliderRow();
  QLayout* progressRow();
  void fillKinds();
  std::vector<std::size_t> selected() const;
  void wish(const std::optional<usecase::ShapeWish>& wish);
  void takeKind();
  void takeStep();
  void follow();  // what is selected
  void showRow(std::size_t part);
  void showFigures();
  void showState();

  std::vector<ShapePart> parts_;
  std::vector<std::optional<usecase::ShapeWish>> wishes_;
  std::vector<std::optional<ShapeFigures>> found_;
  CheckTimes times_;
  QTreeWidget* list_;
  QComboBox* kind_;
  QSlider* slider_;
  QLabel *step_, *figures_, *time_, *seen_, *note_;
  QCheckBox* preview_;
  DeviationLegend* legend_;
  QProgressBar* progress_;
  QPushButton *stop_, *apply_, *cancel_;
  bool busy_ = false, taking_ = false, has_colors_ = false;
};

}  // namespace ww::ui
