# SPDX-License-Identifier: Apache-2.0
# Geometry, operations, import and planning, without a connection.
function(ww_service_test name)
  ww_test(${name} SOURCES ${name}.cpp ${ARGN} LIBS ww_rpc ww_samples ww_io ww_planning ww_proto ww_test_support LABELS rpc)
  target_compile_options(${name} PRIVATE -Wno-deprecated-declarations)
  add_dependencies(${name} worldwright-worker)
endfunction()

ww_service_test(test_rpc_operations)
ww_service_test(test_rpc_geometry ../contract/io/sample_files.cpp)
ww_service_test(test_rpc_import ../contract/io/sample_files.cpp)
ww_service_test(test_rpc_export)
ww_service_test(test_rpc_planner)
ww_service_test(test_rpc_planner_checks)
ww_service_test(test_rpc_programs)
ww_service_test(test_rpc_replay)
target_link_libraries(test_rpc_replay PRIVATE ww_usecase ww_project)
ww_service_test(test_rpc_sensing)
ww_service_test(test_rpc_simulation)
target_link_libraries(test_rpc_simulation PRIVATE ww_simulation)
ww_service_test(test_rpc_spawned)
target_link_libraries(test_rpc_spawned PRIVATE ww_simulation)
ww_service_test(test_rpc_bench)

# The example in resources/examples/python, with the Python that Debian's packages are for.
find_program(WW_PYTHON NAMES python3 PATHS /usr/bin NO_DEFAULT_PATH REQUIRED)
ww_test(test_python_client SOURCES test_python_client.cpp LIBS ww_test_support LABELS rpc)
target_compile_definitions(test_python_client PRIVATE WW_PYTHON="${WW_PYTHON}")
add_dependencies(test_python_client worldwright worldwright-serve worldwright-worker)

# The bridge to ROS 1, but for what needs ROS.
foreach(name test_ros1_types test_ros1_calls test_ros1_link)
  ww_test(${name} SOURCES ${name}.cpp LIBS ww_ros1_bridge ww_served ww_samples ww_test_support LABELS rpc)
  target_compile_options(${name} PRIVATE -Wno-deprecated-declarations)
  add_dependencies(${name} worldwright-worker)
endforeach()
