#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# Our planner and its peer (OMPL with FCL, the same spheres) on the public problems, one after the other on this
# machine: figures of both and their ratio. See README.md.
#   planning.sh BUILD_FOLDER [ROBOT...]     default: panda ur5
# WORLDWRIGHT_SHARED: the folder that has planning/. PEER_ROOT: where the peer's libraries were unpacked, if they are
# not installed. PER_SCENE: problems of each scene (100). PEER: a peer that is built already.
set -eu
build=${1:?"planning.sh BUILD_FOLDER [ROBOT...]"}
shift
[ $# -gt 0 ] || set -- panda ur5
planning=${WORLDWRIGHT_SHARED:?"names no folder with planning/"}/planning
per_scene=${PER_SCENE:-100}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# What it needs, by the names of Debian's packages.
build_peer() {
  root=${PEER_ROOT:-}
  lib=$root/usr/lib/$(uname -m)-linux-gnu
  for header in ompl-1.5/ompl/config.h fcl/fcl.h urdf_parser/urdf_parser.h bullet/btBulletCollisionCommon.h; do
    if [ ! -e "$root/usr/include/$header" ] && [ ! -e "/usr/include/$header" ] &&
       [ ! -e "/usr/include/urdfdom/$header" ]; then
      echo "the peer cannot be built here, $header is missing: apt-get install libompl-dev libfcl-dev libbullet-dev \
liburdfdom-dev nlohmann-json3-dev libeigen3-dev pkg-config" >&2
      return 1
    fi
  done
  ${CXX:-c++} -std=c++17 -O3 -DNDEBUG -w -I"$root/usr/include" -I"$root/usr/include/ompl-1.5" -I/usr/include/ompl-1.5 \
    -I/usr/include/eigen3 -I/usr/include/bullet "$planning/baseline/plan_baseline.cpp" -o "$work/plan_baseline" \
    -L"$lib" -Wl,-rpath,"$lib" -Wl,-rpath-link,"$lib" -lompl -lfcl -lccd -loctomap -loctomath -lboost_serialization \
    -lboost_filesystem -lode $(pkg-config --libs bullet urdfdom) -lpthread
}

peer=${PEER:-}
if [ -z "$peer" ] && build_peer; then peer=$work/plan_baseline; fi

for robot in "$@"; do
  files=$planning/robots/$robot
  "$build/bin/worldwright" bench planning --problems "$planning/$robot.json" --urdf "$files/$robot.urdf" \
    --spheres "$files/${robot}_spherized.urdf" --srdf "$files/$robot.srdf" --pairs "$planning/${robot}_pairs.txt" \
    --per-scene "$per_scene" --quiet --json >"$work/$robot.json"
  : >"$work/$robot.txt"
  if [ -n "$peer" ]; then
    (
      cd "$planning"
      if [ -n "${PEER_ROOT:-}" ]; then export LD_LIBRARY_PATH="$PEER_ROOT/usr/lib/$(uname -m)-linux-gnu"; fi
      "$peer" "$robot" fclsphere "./$robot.json" robots 10 "$per_scene"
    ) >"$work/$robot.txt" 2>/dev/null
  fi
  python3 "$(dirname "$0")/compare.py" "$robot" "$work/$robot.json" "$work/$robot.txt"
done
