# SPDX-License-Identifier: Apache-2.0
# The only place that looks for libraries. Protobuf must come before gRPC (Debian 12).
find_package(Threads REQUIRED)
find_package(PkgConfig REQUIRED)
find_package(Protobuf REQUIRED)
find_package(gRPC CONFIG REQUIRED)
find_program(WW_GRPC_CPP_PLUGIN grpc_cpp_plugin REQUIRED)
find_package(Eigen3 REQUIRED)
find_package(fmt REQUIRED)
find_package(nlohmann_json REQUIRED)
find_package(CLI11 REQUIRED)
find_package(OpenSSL REQUIRED COMPONENTS Crypto)
pkg_check_modules(SQLITE3 REQUIRED IMPORTED_TARGET sqlite3)
pkg_check_modules(ZSTD REQUIRED IMPORTED_TARGET libzstd)
pkg_check_modules(LIBPNG REQUIRED IMPORTED_TARGET libpng)
pkg_check_modules(BULLET REQUIRED IMPORTED_TARGET bullet-float64)
pkg_check_modules(SECCOMP REQUIRED IMPORTED_TARGET libseccomp)
find_library(WW_EMBREE embree3 REQUIRED)
find_package(meshoptimizer REQUIRED)

# Linked by worldwright-worker alone.
find_package(OpenCASCADE REQUIRED)
pkg_check_modules(ASSIMP REQUIRED IMPORTED_TARGET assimp)
pkg_check_modules(DRACO REQUIRED IMPORTED_TARGET draco)
pkg_check_modules(URDFDOM REQUIRED IMPORTED_TARGET urdfdom tinyxml)
find_package(JPEG REQUIRED)
pkg_check_modules(LIBZIP REQUIRED IMPORTED_TARGET libzip)
find_package(sdformat12 REQUIRED)

# The tests are QtTest, the core's included; only QtCore and QtTest are needed there.
find_package(Qt6 REQUIRED COMPONENTS Core Test)
if(WW_BUILD_EDITOR)
  find_package(Qt6 REQUIRED COMPONENTS Gui Network Widgets Svg OpenGL 3DCore 3DRender 3DInput 3DLogic 3DExtras LinguistTools)
endif()
