// SPDX-License-Identifier: Apache-2.0
#include "tests/unit/guards/include_rules.h"

namespace ww::guards {

const FolderTable& folderTable() {
  static const FolderTable kTable{
      {"core/base", {}},
      {"core/math", {"core/base"}},
      {"core/proto", {}},
      {"core/jobs", {"core/math"}},
      {"core/geometry", {"core/math", "core/proto"}},
      {"core/scene", {"core/geometry", "core/proto"}},
      {"core/program", {"core/scene", "core/proto"}},
      {"core/world", {"core/program", "core/scene", "core/geometry", "core/proto"}},
      {"core/model", {"core/world"}},
      {"core/collision", {"core/model"}},
      {"core/simulation", {"core/collision", "core/session"}},
      {"core/constraints", {"core/model"}},
      {"core/kinematics", {"core/model", "core/constraints"}},
      {"core/project", {"core/world"}},
      {"core/io", {"core/scene", "core/geometry"}},
      {"core/exchange", {"core/io", "core/scene", "core/geometry"}},
      {"core/session", {"core/world", "core/scene", "core/project"}},
      {"core/journal", {"core/session", "core/io"}},
      {"core/difference", {"core/project"}},
      {"core/history", {"core/session", "core/io", "core/journal"}},
      {"core/interop", {"core/session", "core/io"}},
      {"core/validate", {"core/model", "core/collision"}},
      {"core/planning", {"core/kinematics", "core/collision", "core/validate"}},
      {"core/rays", {"core/model"}},
      {"core/sensing", {"core/rays"}},
      {"core/render", {"core/rays"}},
      {"core/usecase",
       {"core/session", "core/journal", "core/difference", "core/history", "core/io", "core/exchange", "core/planning",
        "core/render", "core/program", "core/simulation", "core/interop", "core/sensing"}},
      {"core/rpc", {"core/usecase", "core/render", "core/jobs"}},
      {"resources/samples", {"core/session"}},
      {"resources/models", {}},
      {"ui/settings", {}},
      {"ui/widgets", {"core/world", "ui/settings"}},
      {"ui/bridge", {"core/usecase", "core/render", "core/jobs", "ui/settings"}},
      {"ui/actions", {"ui/bridge", "ui/widgets"}},
      {"ui/models", {"ui/bridge", "ui/widgets"}},
      {"ui/scene", {"ui/bridge", "ui/widgets"}},
      {"ui/panels", {"ui/bridge", "ui/widgets", "ui/models", "ui/actions", "ui/scene"}},
      {"app/worker", {"core/io"}},
      {"app/ros1_bridge", {"core/proto"}},
      {"app/cli", {"core/rpc", "resources/samples"}},
      {"app/editor", {"core/rpc", "ui/panels", "resources/samples", "app/cli"}},
  };
  return kTable;
}

const FolderTable& innerTable() {
  static const FolderTable kTable{
      {"core/world/failures", {}},
      {"core/world/values", {}},
      {"core/world/records", {"core/world/values", "core/world/failures"}},
      {"core/world/views", {"core/world/records"}},
      {"core/world/compare", {"core/world/views"}},
      {"core/world/updates", {"core/world/compare"}},
  };
  return kTable;
}

const std::map<std::string, std::vector<std::string>>& keptApart() {
  static const std::map<std::string, std::vector<std::string>> kTable{
      // The judge measures by itself what quick answers have let pass.
      {"core/validate",
       {"core/collision/balls/", "core/collision/cover/", "core/collision/lane_check", "core/collision/motion_proof",
        "core/collision/quick_check", "core/model/lanes"}},
  };
  return kTable;
}

const std::vector<VendorRow>& vendorTable() {
  static const std::vector<VendorRow> kTable{
      {"OCCT", R"([^/]*\.hxx$)", {"core/io/worker/occt", "resources/models", "resources/samples/files"}},
      {"assimp", R"(assimp/)", {"core/io/worker/assimp"}},
      {"Draco", R"(draco/)", {"core/io/worker/gltf"}},
      {"urdfdom",
       R"(urdf_(parser|model|sensor|world|exception)/|tinyxml2?\.h)",
       {"core/io/worker/urdf", "core/io/worker/sdf"}},
      {"sdformat", R"(sdf/|ignition/|gz/)", {"core/io/worker/sdf"}},
      {"libzip", R"(zip(conf)?\.h$)", {"core/io/worker/zip"}},
      {"qhull", R"(libqhull)", {"core/geometry/collision"}},
      {"seccomp", R"(seccomp\.h$|linux/(landlock|seccomp|filter)\.h$)", {"core/io/worker"}},
      {"Bullet", R"(bt[A-Z]|Bullet|LinearMath/|HACD/)", {"core/collision/bullet", "core/simulation/bullet"}},
      {"OMPL, FCL, KDL", R"(ompl/|fcl/|kdl/)", {"core/planning", "core/collision", "core/kinematics"}},
      {"Embree", R"(embree[34]/|tbb/)", {"core/rays"}},
      {"meshoptimizer", R"(meshoptimizer\.h$)", {"core/geometry", "core/io/worker/gltf"}},
      {"libpng", R"(png\.h$)", {"core/render", "core/io/worker/picture"}},
      {"libjpeg", R"(jpeglib\.h$)", {"core/io/worker/picture"}},
      {"SQLite", R"(sqlite3(ext)?\.h$)", {"core/project"}},
      {"zstd", R"(zstd)", {"core/project"}},
      {"OpenSSL", R"(openssl/)", {"core/base", "core/rpc", "app/ros1_bridge"}},
      {"gRPC", R"(grpc|absl/|.*\.grpc\.pb\.h$)", {"core/rpc", "app/ros1_bridge"}},
      {"ROS 1", R"((ros|boost|xmlrpcpp|std_msgs|geometry_msgs|gazebo_msgs)/)", {"app/ros1_bridge/node"}},
      {"Cap'n Proto", R"(capnp/|kj/)", {"core/interop/isaac"}},
      {"LMDB", R"(lmdb\.h$)", {"core/interop/isaac"}},
      {"CLI11", R"(CLI/)", {"app/cli", "app/ros1_bridge/node"}},
      {"JSON", R"(nlohmann/(?!json_fwd))", {"app/cli", "core/io/worker", "core/rpc", "resources/samples/files"}},
      {"X11", R"(X11/|GL/glx|xcb/)", {}},
  };
  return kTable;
}

}  // namespace ww::guards
