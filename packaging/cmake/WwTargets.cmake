# SPDX-License-Identifier: Apache-2.0
set(CMAKE_CXX_STANDARD 20)
set(CMAKE_CXX_STANDARD_REQUIRED ON)
set(CMAKE_CXX_EXTENSIONS OFF)
set(CMAKE_POSITION_INDEPENDENT_CODE ON)
set(CMAKE_RUNTIME_OUTPUT_DIRECTORY ${CMAKE_BINARY_DIR}/bin)
set(CMAKE_ARCHIVE_OUTPUT_DIRECTORY ${CMAKE_BINARY_DIR}/lib)

option(WW_WARNINGS_AS_ERRORS "Treat warnings as errors" OFF)
option(WW_FAST_COMPILE "Optimise lightly, for a quick turn-around" OFF)
option(WW_JOINT_COMPILE "Compile the files of a folder together: a build from nothing takes half as long" OFF)
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
set(CMAKE_CXX_FLAGS_RELEASE "-O2 -DNDEBUG")
if(WW_SANITIZE)
  add_compile_options(-fsanitize=${WW_SANITIZE} -fno-omit-frame-pointer)
  add_link_options(-fsanitize=${WW_SANITIZE})
  if(WW_SANITIZE MATCHES undefined)
    # These three cost half of the compile time, and what they find is found by AddressSanitizer or the processor.
    add_compile_options(-fno-sanitize=null,alignment,object-size)
  endif()
  add_compile_definitions(WW_SANITIZED=1)
else()
  # Speeds are stated for this build and judged in it; tests/support/reference_speed.h.
  add_compile_definitions($<$<CONFIG:Release>:WW_SPEEDS_COUNT=1>)
endif()

add_library(ww_options INTERFACE)
target_compile_options(ww_options INTERFACE -Wall -Wextra -Wpedantic -Wshadow -Wnon-virtual-dtor
  -Wcast-qual -Wunused -Woverloaded-virtual -Wimplicit-fallthrough)
if(WW_JOINT_COMPILE AND CMAKE_CXX_COMPILER_ID MATCHES Clang)
  # It takes what a neighbour names for hidden by what a function names alike.
  target_compile_options(ww_options INTERFACE -Wno-shadow)
endif()
if(WW_SANITIZE)
  # The checks confuse this warning: it finds faults in the standard library's own headers.
  target_compile_options(ww_options INTERFACE -Wno-maybe-uninitialized)
endif()
if(WW_WARNINGS_AS_ERRORS)
  target_compile_options(ww_options INTERFACE -Werror)
endif()
# Headers parsed before, so that ccache can tell what was seen in them: GCC keeps the text, Clang leaves out the time.
if(CMAKE_CXX_COMPILER_ID STREQUAL GNU)
  set(WW_PCH_OPTIONS -fpch-preprocess)
else()
  set(WW_PCH_OPTIONS "SHELL:-Xclang -fno-pch-timestamp")
endif()
# Qt's "emit" breaks TBB, so the keywords are off everywhere.
target_compile_definitions(ww_options INTERFACE QT_NO_KEYWORDS)

# ww_library(NAME SOURCES... [PUBLIC libs] [PRIVATE libs]): one static library per folder.
function(ww_library name)
  cmake_parse_arguments(ARG "" "" "SOURCES;PUBLIC;PRIVATE" ${ARGN})
  add_library(${name} STATIC ${ARG_SOURCES})
  target_include_directories(${name} PUBLIC ${CMAKE_SOURCE_DIR})
  target_link_libraries(${name} PUBLIC ${ARG_PUBLIC} PRIVATE ww_options ${ARG_PRIVATE})
  ww_compile_jointly(${name})
endfunction()

# Most of what a file costs are the headers it shares with its neighbours. Batches stay small enough that both
# cores have work, and that one change is compiled again within seconds.
function(ww_compile_jointly name)
  set_target_properties(${name} PROPERTIES UNITY_BUILD ${WW_JOINT_COMPILE} UNITY_BUILD_BATCH_SIZE 8)
  if(WW_JOINT_COMPILE AND CMAKE_CXX_COMPILER_ID STREQUAL GNU)
    # It takes each joined file for a header, whose types must not have members from unnamed namespaces.
    target_compile_options(${name} PRIVATE -Wno-subobject-linkage)
  endif()
endfunction()

# QtTest without what its target says of folders of the build: with that, ccache finds nothing that was
# compiled in another clone.
function(ww_qttest)
  add_library(ww_qttest INTERFACE)
  target_include_directories(ww_qttest SYSTEM INTERFACE $<TARGET_PROPERTY:Qt6::Test,INTERFACE_INCLUDE_DIRECTORIES>)
  target_compile_definitions(ww_qttest INTERFACE QT_TESTLIB_LIB)
  target_link_libraries(ww_qttest INTERFACE Qt6::Core $<LINK_ONLY:Qt6::Test>)
endfunction()

# Optimising a test takes as long as parsing it, and what it tests is optimised anyway.
set(WW_TEST_OPTIONS -O1 -pthread ${WW_PCH_OPTIONS})

# What nearly all tests read, parsed once. Nothing that depends on what a test links.
function(ww_test_headers)
  set(empty ${CMAKE_BINARY_DIR}/ww_test_headers.cpp)
  file(CONFIGURE OUTPUT ${empty} CONTENT "int main() {}\n")
  add_executable(ww_test_headers EXCLUDE_FROM_ALL ${empty})
  target_link_libraries(ww_test_headers PRIVATE ww_options ww_session ww_proto Qt6::Core fmt::fmt Eigen3::Eigen protobuf::libprotobuf)
  target_compile_options(ww_test_headers PRIVATE ${WW_TEST_OPTIONS})
  target_precompile_headers(ww_test_headers PRIVATE <QtCore/QtCore> <algorithm> <array> <filesystem> <functional> <map>
    <memory> <optional> <random> <set> <string> <variant> <vector> <fmt/format.h> <Eigen/Core> <Eigen/Geometry>
    <google/protobuf/any.pb.h> <google/protobuf/map.h> <google/protobuf/repeated_field.h>
    <intrinsic/world/proto/object_world_service.pb.h> <worldwright/v1/edits.pb.h>
    ${CMAKE_SOURCE_DIR}/core/session/session.h ${CMAKE_SOURCE_DIR}/core/session/edit_builders.h)
endfunction()

# The same for the tests with windows. Not QtTest: it asks which other modules are there.
function(ww_gui_test_headers)
  add_executable(ww_gui_test_headers EXCLUDE_FROM_ALL ${CMAKE_BINARY_DIR}/ww_test_headers.cpp)
  target_link_libraries(ww_gui_test_headers PRIVATE ww_options Qt6::Widgets fmt::fmt Eigen3::Eigen protobuf::libprotobuf)
  target_compile_options(ww_gui_test_headers PRIVATE ${WW_TEST_OPTIONS})
  target_precompile_headers(ww_gui_test_headers PRIVATE <QtWidgets/QtWidgets> <algorithm> <atomic> <chrono>
    <filesystem> <functional> <map> <memory> <optional> <set> <string> <thread> <variant> <vector> <fmt/format.h>
    <Eigen/Core> <Eigen/Geometry> <google/protobuf/any.pb.h> <google/protobuf/map.h> <google/protobuf/repeated_field.h>)
endfunction()

# And for those that link ww_window_test: the window's own headers are half of what they cost.
function(ww_window_test_headers)
  add_executable(ww_window_test_headers EXCLUDE_FROM_ALL ${CMAKE_BINARY_DIR}/ww_test_headers.cpp)
  target_link_libraries(ww_window_test_headers PRIVATE ww_options ww_window_test Qt6::Widgets fmt::fmt Eigen3::Eigen protobuf::libprotobuf)
  target_compile_options(ww_window_test_headers PRIVATE ${WW_TEST_OPTIONS})
  target_precompile_headers(ww_window_test_headers PRIVATE <QtWidgets/QtWidgets> <algorithm> <atomic> <chrono>
    <filesystem> <functional> <map> <memory> <optional> <set> <string> <thread> <variant> <vector> <fmt/format.h>
    <Eigen/Core> <Eigen/Geometry> ${CMAKE_SOURCE_DIR}/tests/gui/editor/window_test.h ${CMAKE_SOURCE_DIR}/ui/scene/viewport.h)
endfunction()

# A target that reads the headers parsed before.
function(ww_reuse_headers name headers)
  target_precompile_headers(${name} REUSE_FROM ${headers})
  # -pthread, as some libraries bring it and all must be alike.
  target_compile_options(${name} PRIVATE ${WW_TEST_OPTIONS})
  if(CMAKE_CXX_COMPILER_ID STREQUAL GNU)
    # Of what is inlined from headers parsed before, GCC 12 takes the library's code for ours and errs on it.
    target_compile_options(${name} PRIVATE -Wno-array-bounds -Wno-restrict -Wno-stringop-overflow -Wno-stringop-overread)
  endif()
endfunction()

# What the headers with a Q_OBJECT among the files need besides, made by moc.
function(ww_header_moc name)
  foreach(header ${ARGN})
    get_filename_component(stem ${header} NAME_WE)
    set(moc ${CMAKE_CURRENT_BINARY_DIR}/${name}_moc/moc_${stem}.cpp)
    add_custom_command(OUTPUT ${moc} COMMAND Qt6::moc -p ${CMAKE_CURRENT_SOURCE_DIR} ${CMAKE_CURRENT_SOURCE_DIR}/${header} -o ${moc}
      DEPENDS ${header} VERBATIM)
    target_sources(${name} PRIVATE ${moc})
  endforeach()
  target_include_directories(${name} PRIVATE ${CMAKE_CURRENT_SOURCE_DIR})
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
  target_link_libraries(${name} PRIVATE ww_options ww_qttest ${ARG_LIBS})
  ww_reuse_headers(${name} ww_test_headers)
  ww_test_moc(${name} ${ARG_SOURCES})
  add_test(NAME ${name} COMMAND ${name})
  set_tests_properties(${name} PROPERTIES LABELS "${ARG_LABELS}" TIMEOUT ${ARG_TIMEOUT} RUN_SERIAL ${alone}
    ENVIRONMENT "WW_BIN_DIR=${CMAKE_BINARY_DIR}/bin;WW_SOURCE_DIR=${CMAKE_SOURCE_DIR};WW_BUILD_DIR=${CMAKE_BINARY_DIR};QT_QPA_PLATFORM=${platform};TZ=UTC;LC_ALL=C.UTF-8")
endfunction()

# Of a program with windows: leaks of the screen's driver can only be excused while it is loaded.
function(ww_keep_libraries name)
  if(WW_SANITIZE MATCHES address)
    target_sources(${name} PRIVATE ${CMAKE_SOURCE_DIR}/packaging/sanitize/keep_loaded.cpp)
  endif()
endfunction()

# ww_gui_test(NAME SOURCES... LIBS... [LABELS...] [SCREEN WxH] [TIMEOUT s] [ALONE] [ARGUMENTS...]): one QtTest program
# with real windows, on an X server of its own (Qt3D needs one), so that two can run beside each other. ALONE: those
# that judge time.
function(ww_gui_test name)
  cmake_parse_arguments(ARG "ALONE" "TIMEOUT;SCREEN" "SOURCES;LIBS;LABELS;ARGUMENTS" ${ARGN})
  if(NOT ARG_SCREEN)
    set(ARG_SCREEN 1400x900)
  endif()
  if(NOT ARG_TIMEOUT)
    set(ARG_TIMEOUT 600)
  endif()
  add_executable(${name} ${ARG_SOURCES})
  set_target_properties(${name} PROPERTIES RUNTIME_OUTPUT_DIRECTORY ${CMAKE_BINARY_DIR}/tests)
  target_include_directories(${name} PRIVATE ${CMAKE_SOURCE_DIR})
  target_link_libraries(${name} PRIVATE ww_options ww_qttest Qt6::Widgets fmt::fmt Eigen3::Eigen protobuf::libprotobuf ${ARG_LIBS})
  if(ARG_LIBS MATCHES "ww_window_test|ww_failure_desk")
    ww_reuse_headers(${name} ww_window_test_headers)
  else()
    ww_reuse_headers(${name} ww_gui_test_headers)
  endif()
  ww_keep_libraries(${name})
  ww_test_moc(${name} ${ARG_SOURCES})
  ww_gui_run(${name} ${name} "${ARG_SCREEN}" "gui;${ARG_LABELS}" ${ARG_TIMEOUT} ${ARG_ALONE} ${ARG_ARGUMENTS})
endfunction()

# ww_gui_run(NAME PROGRAM SCREEN LABELS TIMEOUT ALONE [ARGUMENT...]): the run of such a program.
function(ww_gui_run name program screen labels timeout alone)
  add_test(NAME ${name}
    COMMAND xvfb-run -a -s "-screen 0 ${screen}x24 +extension GLX +extension RANDR -nolisten tcp" $<TARGET_FILE:${program}> ${ARGN})
  set_tests_properties(${name} PROPERTIES LABELS "${labels}" TIMEOUT ${timeout} RUN_SERIAL ${alone}
    ENVIRONMENT "WW_BIN_DIR=${CMAKE_BINARY_DIR}/bin;WW_SOURCE_DIR=${CMAKE_SOURCE_DIR};WW_BUILD_DIR=${CMAKE_BINARY_DIR};QT_QPA_PLATFORM=xcb;LIBGL_ALWAYS_SOFTWARE=1;TZ=UTC;LC_ALL=C.UTF-8")
endfunction()
