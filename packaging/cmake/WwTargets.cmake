# SPDX-License-Identifier: Apache-2.0
set(CMAKE_CXX_STANDARD 20)
set(CMAKE_CXX_STANDARD_REQUIRED ON)
set(CMAKE_CXX_EXTENSIONS OFF)
set(CMAKE_POSITION_INDEPENDENT_CODE ON)
set(CMAKE_RUNTIME_OUTPUT_DIRECTORY ${CMAKE_BINARY_DIR}/bin)
set(CMAKE_ARCHIVE_OUTPUT_DIRECTORY ${CMAKE_BINARY_DIR}/lib)

option(WW_WARNINGS_AS_ERRORS "Treat warnings as errors" OFF)
option(WW_FAST_COMPILE "Optimise lightly, for a quick turn-around" OFF)
set(WW_SANITIZE "" CACHE STRING "Sanitizers, as -fsanitize= takes them")

find_program(WW_MOLD mold)
if(WW_MOLD)
  add_link_options(-fuse-ld=mold)
endif()
add_link_options(-Wl,--as-needed)
# The same results with every instruction set: no fused multiply-add behind our back.
add_compile_options(-ffp-contract=off -ffile-prefix-map=${CMAKE_SOURCE_DIR}=.)
if(WW_FAST_COMPILE)
  set(CMAKE_CXX_FLAGS_RELWITHDEBINFO "-O1 -g1")
endif()
set(CMAKE_CXX_FLAGS_RELEASE "-O2")
if(WW_SANITIZE)
  add_compile_options(-fsanitize=${WW_SANITIZE} -fno-omit-frame-pointer)
  add_link_options(-fsanitize=${WW_SANITIZE})
  add_compile_definitions(WW_SANITIZED=1)
endif()

add_library(ww_options INTERFACE)
target_compile_options(ww_options INTERFACE -Wall -Wextra -Wpedantic -Wshadow -Wnon-virtual-dtor
  -Wcast-qual -Wunused -Woverloaded-virtual -Wimplicit-fallthrough)
if(WW_SANITIZE)
  # The checks confuse this warning: it finds faults in the standard library's own headers.
  target_compile_options(ww_options INTERFACE -Wno-maybe-uninitialized)
endif()
if(WW_WARNINGS_AS_ERRORS)
  target_compile_options(ww_options INTERFACE -Werror)
endif()
# Qt's "emit" breaks TBB, so the keywords are off everywhere.
target_compile_definitions(ww_options INTERFACE QT_NO_KEYWORDS)

# ww_library(NAME SOURCES... [PUBLIC libs] [PRIVATE libs]): one static library per folder.
function(ww_library name)
  cmake_parse_arguments(ARG "" "" "SOURCES;PUBLIC;PRIVATE" ${ARGN})
  add_library(${name} STATIC ${ARG_SOURCES})
  target_include_directories(${name} PUBLIC ${CMAKE_SOURCE_DIR})
  target_link_libraries(${name} PUBLIC ${ARG_PUBLIC} PRIVATE ww_options ${ARG_PRIVATE})
endfunction()

# What nearly all tests read, parsed once. Nothing that depends on what a test links.
function(ww_test_headers)
  set(empty ${CMAKE_BINARY_DIR}/ww_test_headers.cpp)
  file(CONFIGURE OUTPUT ${empty} CONTENT "int main() {}\n")
  add_executable(ww_test_headers EXCLUDE_FROM_ALL ${empty})
  target_link_libraries(ww_test_headers PRIVATE ww_options Qt6::Core fmt::fmt Eigen3::Eigen protobuf::libprotobuf)
  target_compile_options(ww_test_headers PRIVATE -fpch-preprocess -pthread)
  target_precompile_headers(ww_test_headers PRIVATE <QtCore/QtCore> <algorithm> <array> <filesystem> <functional> <map>
    <memory> <optional> <random> <set> <string> <variant> <vector> <fmt/format.h> <Eigen/Core> <Eigen/Geometry>
    <google/protobuf/any.pb.h> <google/protobuf/map.h> <google/protobuf/repeated_field.h>)
endfunction()

# The .moc that each test_*.cpp includes. moc needs no headers to make it: AUTOMOC reads them all for it,
# which takes 300 times as long.
function(ww_test_moc name)
  foreach(source ${ARGN})
    get_filename_component(stem ${source} NAME_WE)
    if(NOT source MATCHES "^test_[a-z0-9_]+\\.cpp$")
      continue()
    endif()
    set(moc ${CMAKE_CURRENT_BINARY_DIR}/${name}_moc/${stem}.moc)
    add_custom_command(OUTPUT ${moc} COMMAND Qt6::moc ${CMAKE_CURRENT_SOURCE_DIR}/${source} -o ${moc} DEPENDS ${source} VERBATIM)
    target_sources(${name} PRIVATE ${moc})
    target_include_directories(${name} PRIVATE ${CMAKE_CURRENT_BINARY_DIR}/${name}_moc)
  endforeach()
endfunction()

# ww_test(NAME SOURCES... LIBS... LABELS...): one QtTest program, run by ctest. Those labelled gui or
# bench run alone; gui ones on the X server that ctest was started under, the others without any.
function(ww_test name)
  cmake_parse_arguments(ARG "" "TIMEOUT" "SOURCES;LIBS;LABELS" ${ARGN})
  if(NOT ARG_TIMEOUT)
    set(ARG_TIMEOUT 120)
  endif()
  if(WW_SANITIZE)
    math(EXPR ARG_TIMEOUT "5 * ${ARG_TIMEOUT}")
  endif()
  set(platform offscreen)
  set(alone OFF)
  if("gui" IN_LIST ARG_LABELS)
    set(platform xcb)
  endif()
  if("gui" IN_LIST ARG_LABELS OR "bench" IN_LIST ARG_LABELS)
    set(alone ON)
  endif()
  add_executable(${name} ${ARG_SOURCES})
  set_target_properties(${name} PROPERTIES RUNTIME_OUTPUT_DIRECTORY ${CMAKE_BINARY_DIR}/tests)
  target_link_libraries(${name} PRIVATE ww_options Qt6::Test ${ARG_LIBS})
  target_precompile_headers(${name} REUSE_FROM ww_test_headers)
  # The first, or ccache cannot tell what was seen; the second, as some libraries bring it and all must be alike.
  # The last: of what is inlined from headers parsed before, GCC 12 takes the library's code for ours and errs on it.
  target_compile_options(${name} PRIVATE -fpch-preprocess -pthread -Wno-array-bounds -Wno-restrict -Wno-stringop-overflow -Wno-stringop-overread)
  ww_test_moc(${name} ${ARG_SOURCES})
  add_test(NAME ${name} COMMAND ${name})
  set_tests_properties(${name} PROPERTIES LABELS "${ARG_LABELS}" TIMEOUT ${ARG_TIMEOUT} RUN_SERIAL ${alone}
    ENVIRONMENT "WW_BIN_DIR=${CMAKE_BINARY_DIR}/bin;WW_SOURCE_DIR=${CMAKE_SOURCE_DIR};WW_BUILD_DIR=${CMAKE_BINARY_DIR};QT_QPA_PLATFORM=${platform};TZ=UTC;LC_ALL=C.UTF-8")
endfunction()
