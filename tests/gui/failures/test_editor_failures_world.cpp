// SPDX-License-Identifier: Apache-2.0
// Collisions and what is not checked for them, sharing, settings.
#include <QCheckBox>
#include <QComboBox>
#include <QSpinBox>
#include <QTcpServer>
#include <numbers>

#include "cell.h"
#include "core/session/rule_builders.h"
#include "intrinsic/world/proto/collision_settings.pb.h"
#include "intrinsic/world/proto/object_world_updates.pb.h"
#include "tests/gui/failures/failure_desk.h"
#include "ui/panels/list_panels.h"
#include "ui/panels/share_panel.h"
#include "ui/widgets/chip.h"
#include "worldwright/v1/edits.pb.h"

using namespace ww;
using namespace ww::editor;

class TestEditorFailuresWorld : public FailureDesk {
  Q_OBJECT
 protected:
  std::vector<Way> ways() override;

 private:
  ui::Chip* chip() {
    for (auto* found : window_->findChildren<ui::Chip*>())
      if (found->property("about") == QStringLiteral("collisions")) return found;
    return nullptr;
  }
  // What the chip of collisions says, and its tip.
  QString chipSays(const char* english);
  void openOff();
  QPushButton* act() { return problemsPanel().actionButton(); }
  ui::SharePanel& sharing() { return *window_->findChild<ui::SharePanel*>(); }
  template <class Widget>
  Widget* its(const char* name) {
    return sharing().findChild<Widget*>(QLatin1String(name));
  }
  // Tries to share with other machines, after `before` has filled the fields.
  std::function<QString()> shared(const std::function<void()>& before);
  // Answers the question before sharing, if it is asked.
  void agree() {
    until([this] { return window_->findChild<QDialog*>(QStringLiteral("shareQuestion")); }, 300);
    press(button(window_->findChild<QDialog*>(QStringLiteral("shareQuestion")),
                 tr_("ww::editor::ShareConsent", "Share")));
  }
  void type(const char* field, const QString& text) {
    its<QLineEdit>(field)->setText(text);
    Q_EMIT its<QLineEdit>(field)->editingFinished();
  }
  // Presses the button of the only problem; why it did not help, or that Undo does not take it back.
  QString repaired(QPushButton* button, const std::function<bool()>& right);
  // A machine whose wheel turns without limits.
  void openWheel();
  std::vector<Way> collisionWays();
  std::vector<Way> noteWays();
  std::vector<Way> shareWays();

  QTcpServer taken_;  // a port in use, the same in both languages
};

QString TestEditorFailuresWorld::chipSays(const char* english) {
  const QString wanted = tr_("ww::editor::CollisionDisplay", english);
  if (!until([&] { return chip()->text() == wanted; })) return {};
  return seen(chip()) + QLatin1Char(' ') + QString(chip()->toolTip()).simplified();
}

// Two boxes in each other, and nothing is checked.
void TestEditorFailuresWorld::openOff() {
  test::Cell cell;
  cell.store = store_;
  cell.addBox("crate", {0.2, 0.2, 0.2}, Pose::identity());
  cell.addBox("post", {0.2, 0.2, 0.2}, Pose::translation(0.1, 0, 0));
  cell.setRules("disable_collision_checking: true");
  open(cell);
}

std::vector<Way> TestEditorFailuresWorld::collisionWays() {
  const auto overlap = [this] {
    add("crate");
    add("post", 0.1);
    until([this] { return problemsPanel().list()->model()->rowCount() > 0; });
  };
  return {
      {"two overlap",
       [this, overlap] {
         overlap();
         return problems();
       },
       [this] {
         if (!press(act())) return QStringLiteral("no button");
         return until([this] { return problemsPanel().list()->model()->rowCount() == 0; })
                    ? QString()
                    : QStringLiteral("still listed");
       }},
      {"where they overlap",
       [this, overlap] {
         overlap();
         return problems();
       },
       [this] {
         problemsPanel().list()->setCurrentIndex(problemsPanel().list()->model()->index(0, 0));
         if (!press(problemsPanel().showButton())) return QStringLiteral("no button");
         return window_->selection().contains(object("crate")) && window_->selection().contains(object("post"))
                    ? QString()
                    : QStringLiteral("not selected");
       }},
      {"checking is off",
       [this] {
         openOff();
         return chipSays("Not checked for collisions");
       }},
      {"checking is off, listed",
       [this] {
         openOff();
         return problems();
       },
       [this] {
         if (!press(act())) return QStringLiteral("no button");
         return until([this] {
           return problemsPanel().list()->model()->rowCount() == 1 &&
                  problemsPanel().list()->model()->index(0, 0).data().toString().contains(QStringLiteral("post"));
         })
                    ? QString()
                    : QStringLiteral("the overlap is not found");
       }},
      {"allow collisions with checking off",
       [this] {
         openOff();
         select({object("crate"), object("post")});
         return tipOf("edit.allow-collisions");
       }},
      {"every pair excluded",
       [this] {
         add("crate");
         add("post", 0.1);
         window_->bridge().commit(QStringLiteral("rule"),
                                  session::excludePair(*world(), {object("crate"), {}}, {object("post"), {}}));
         return chipSays("Not checked for collisions");
       }},
      {"rules hide an overlap",
       [this] {
         add("crate");
         add("post", 0.1);
         add("shelf", 3);
         window_->bridge().commit(QStringLiteral("rule"),
                                  session::excludePair(*world(), {object("crate"), {}}, {object("post"), {}}));
         if (!until([this] { return chip()->toolTip().contains(QStringLiteral("post")); })) return QString();
         return chipSays("Free of collisions");
       }},
      {"nothing to check", [this] { return chipSays("Nothing to check"); }},
      {"without collision geometry",
       [this] {
         drop({write(
             QStringLiteral("cover.urdf"),
             "<robot name=\"cover\"><link name=\"base\"><visual><geometry><box size=\"1 1 1\"/></geometry></visual>"
             "</link></robot>")});
         importer();
         press(wizard()->importButton());
         until([this] { return world()->find("cover").value != 0; });
         add("crate", 5);
         add("post", 8);
         window_->notifications().closeAll();
         return chipSays("Free of collisions");
       }},
      {"free of collisions says what was looked at",
       [this] {
         add("crate");
         add("post", 3);
         return chipSays("Free of collisions");
       }},
  };
}

QString TestEditorFailuresWorld::repaired(QPushButton* button, const std::function<bool()>& right) {
  const auto rows = [this] { return problemsPanel().list()->model()->rowCount(); };
  const int listed = rows();
  if (!press(button)) return QStringLiteral("no button");
  if (!until(right)) return QStringLiteral("not put right");
  if (!until([&] { return rows() == 0; })) return QStringLiteral("still listed: ") + seen(&problemsPanel());
  window_->bridge().undo();
  if (!until([&] { return !right(); })) return QStringLiteral("Undo does not take it back");
  window_->bridge().redo();
  return until(right) && listed > 0 ? QString() : QStringLiteral("not done again");
}

void TestEditorFailuresWorld::openWheel() {
  drop({write(QStringLiteral("wheel.urdf"),
              "<robot name=\"wheel\"><link name=\"base\"/><link name=\"disc\"/><joint name=\"turn\" "
              "type=\"continuous\"><parent link=\"base\"/><child link=\"disc\"/><axis xyz=\"0 0 1\"/></joint>"
              "</robot>")});
  importer();
  press(wizard()->importButton());
  until([this] { return world()->find("wheel").value != 0; });
  window_->notifications().closeAll();
}

std::vector<Way> TestEditorFailuresWorld::noteWays() {
  const auto moved = [this](const char* name, const Vec3& p) {
    window_->bridge().commit(QStringLiteral("move"), session::setPose(object(name), world::kRootObject,
                                                                      Pose::translation(p.x(), p.y(), p.z())));
  };
  const auto stands = [this](const char* name, const Vec3& p) { return world()->rootT(object(name)).p.isApprox(p); };
  return {
      {"a robot stands in a table",
       [this] {
         test::Cell cell;
         cell.store = store_;
         cell.addArm("arm", 6);
         cell.addBox("table", {1, 1, 0.2}, Pose::translation(0, 0, 0));
         open(cell);
         return problems();
       },
       [this] {
         return repaired(problemsPanel().otherActionButton(), [this] {
           return problemsPanel().list()->model()->rowCount() == 0 && world()->rootT(object("arm")).p.norm() > 1e-3;
         });
       }},
      {"a place in millimetres",
       [this, moved] {
         add("crate");
         add("post", 3);
         moved("crate", {600, 200, 1500});
         return problems();
       },
       [this, stands] { return repaired(act(), [=] {
                          return stands("crate", {0.6, 0.2, 1.5});
                        }); }},
      {"two places in millimetres",
       [this] {
         for (const char* name : {"crate", "post", "bin"}) add(name, static_cast<double>(world()->objectCount()));
         const auto at = [this](const char* name, const Vec3& p) {
           return session::setPose(object(name), world::kRootObject, Pose::translation(p.x(), p.y(), p.z()));
         };
         window_->bridge().commit(QStringLiteral("move"),
                                  session::join({at("crate", {600, 200, 0}), at("post", {0, 2000, 300})}));
         return problems();
       },
       [this, stands] {
         return repaired(act(), [=] { return stands("crate", {0.6, 0.2, 0}) && stands("post", {0, 2, 0.3}); });
       }},
      {"a tool frame in millimetres",
       [this] {
         add("crate");
         window_->bridge().commit(QStringLiteral("frame"),
                                  session::createFrame(object("crate"), world()->object(object("crate"))->rootEntity(),
                                                       "tip", Pose::translation(0, 0, 150)));
         return problems();
       },
       [this] {
         return repaired(act(), [this] {
           const FrameId tip = world()->frameNamed(object("crate"), "tip");
           return world()->frame(tip)->parent_t_this.p.isApprox(Vec3(0, 0, 0.15));
         });
       }},
      {"a joint in degrees",
       [this] {
         openWheel();
         window_->bridge().commit(QStringLiteral("turn"), session::setJoints(object("wheel"), test::joints({90})));
         return problems();
       },
       [this] {
         return repaired(act(), [this] {
           return std::abs(world()->object(object("wheel"))->jointPositions()[0] - std::numbers::pi / 2) < 1e-12;
         });
       }},
      {"a rule went with what was deleted",
       [this] {
         add("crate");
         add("post", 2);
         window_->bridge().commit(QStringLiteral("rule"),
                                  session::excludePair(*world(), {object("crate"), {}}, {object("post"), {}}));
         select({object("post")});
         run("edit.delete");
         return problems();
       },
       [this] {
         if (!press(act())) return QStringLiteral("no button");
         return until([this] { return object("post").value != 0 && world()->collisionSettings().ByteSizeLong() > 0; })
                    ? QString()
                    : QStringLiteral("not back");
       }},
      {"an edit switches checking off",
       [this] {
         add("crate");
         add("post", 2);
         const auto off = std::make_shared<worldwright::v1::Edits>();
         off->add_edits()
             ->mutable_world_update()
             ->mutable_update_collision_settings()
             ->mutable_collision_settings()
             ->set_disable_collision_checking(true);
         window_->bridge().commit(QStringLiteral("off"), off);
         return problems();
       },
       [this] {
         return repaired(act(), [this] { return !world()->collisionSettings().disable_collision_checking(); });
       }},
  };
}

std::function<QString()> TestEditorFailuresWorld::shared(const std::function<void()>& before) {
  return [this, before] {
    show("sharing");
    auto* where = its<QComboBox>("shareWhere");
    where->setCurrentIndex(0);
    Q_EMIT where->activated(0);
    if (before) before();
    auto* on = sharing().findChild<QCheckBox*>();
    if (!press(on)) return QString();
    agree();
    until([this] { return window_->share().state() == ui::Share::State::kOff && !window_->share().problem().ok(); },
          8000);
    QString told;
    for (const auto* label : sharing().findChildren<QLabel*>())
      if (label->isVisible() && label->objectName() == QStringLiteral("errorText")) told = seen(label);
    return told;
  };
}

std::vector<Way> TestEditorFailuresWorld::shareWays() {
  const auto network = [this](const char* host, const QString& certificate, const QString& key, const QString& token) {
    auto* where = its<QComboBox>("shareWhere");
    where->setCurrentIndex(2);
    Q_EMIT where->activated(2);
    type("shareHost", QLatin1String(host));
    type("shareCertificate", certificate);
    type("shareKey", key);
    type("shareToken", token);
  };
  return {
      {"port in use", shared([this] {
         if (!taken_.isListening()) taken_.listen(QHostAddress::LocalHost, 0);
         its<QSpinBox>("sharePort")->setValue(taken_.serverPort());
         Q_EMIT its<QSpinBox>("sharePort")->editingFinished();
       }),
       [this] {
         its<QSpinBox>("sharePort")->setValue(0);
         Q_EMIT its<QSpinBox>("sharePort")->editingFinished();
         press(sharing().findChild<QCheckBox*>());
         agree();
         const bool on = until([this] { return window_->share().state() == ui::Share::State::kOn; });
         if (on) press(sharing().findChild<QCheckBox*>());
         until([this] { return window_->share().state() == ui::Share::State::kOff; });
         return on ? QString() : QStringLiteral("not shared on a free port");
       }},
      {"no certificate", shared([network] { network("0.0.0.0", {}, {}, {}); })},
      {"no key", shared([this, network] { network("0.0.0.0", write(QStringLiteral("c.pem"), "c"), {}, {}); })},
      {"certificate gone", shared([this, network] {
         network("0.0.0.0", folder_.filePath(QStringLiteral("gone.pem")), write(QStringLiteral("k.pem"), "k"), {});
       })},
      {"no token", shared([this, network] {
         network("0.0.0.0", write(QStringLiteral("c.pem"), "c"), write(QStringLiteral("k.pem"), "k"), {});
       })},
      {"a token with blanks", shared([this, network] {
         network("0.0.0.0", write(QStringLiteral("c.pem"), "c"), write(QStringLiteral("k.pem"), "k"),
                 QStringLiteral("a b"));
       })},
      {"no address", shared([network] { network("", QStringLiteral("c"), QStringLiteral("k"), {}); })},
  };
}

std::vector<Way> TestEditorFailuresWorld::ways() {
  std::vector<Way> all;
  for (auto part : {collisionWays(), noteWays(), shareWays()})
    for (Way& way : part) all.push_back(std::move(way));
  return all;
}

int main(int argc, char** argv) { return runWindowTest<TestEditorFailuresWorld>(argc, argv); }
#include "test_editor_failures_world.moc"
