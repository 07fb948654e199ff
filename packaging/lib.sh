# shellcheck shell=bash
# SPDX-License-Identifier: Apache-2.0
# What the scripts beside this file share. To be sourced by bash.

# Where the caller stood: the scripts themselves work in the root of the clone.
# shellcheck disable=SC2034
ww_start=$PWD
ww_root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
cd "$ww_root" || exit 1

# A folder for temporary files that is not there, or not ours, would fail everything that follows.
if [ -n "${TMPDIR:-}" ] && ! { [ -d "$TMPDIR" ] && [ -w "$TMPDIR" ] && [ -x "$TMPDIR" ]; }; then
  printf 'warning: TMPDIR=%s cannot be written to; /tmp is used\n' "$TMPDIR" >&2
  export TMPDIR=/tmp
fi

ww_say() { printf '\n== %s\n' "$*"; }
ww_die() { printf 'error: %s\n' "$*" >&2; exit 1; }

# ww_timed TITLE COMMAND...: runs it and says how long it took.
ww_timed() {
  local title=$1 start=$SECONDS status=0
  shift
  ww_say "$title"
  "$@" || status=$?
  printf -- '-- %s: %d s\n' "$title" $((SECONDS - start))
  [ $status = 0 ] || printf 'error: %s failed: see above\n' "$title" >&2
  return $status
}

# The lists of what is taken; what is optional has a list of its own.
ww_package_lists=(packaging/packages.txt)
ww_package_names() { sed -e 's/#.*//' -e 's/[[:space:]]//g' -e '/^$/d' "${ww_package_lists[@]}"; }

# The packages of the list that are not installed, one on a line.
ww_missing_packages() {
  local installed
  installed=$(dpkg-query -W -f='${db:Status-Status} ${Package}\n' | sed -n 's/^installed //p' | sort -u)
  comm -23 <(ww_package_names | sort -u) <(printf '%s\n' "$installed")
}

# Installs what is missing; touches nothing, and needs no rights, when nothing is.
ww_install_packages() {
  local missing sudo=()
  command -v dpkg-query >/dev/null || ww_die "this is not a Debian system: install what packaging/packages.txt names, then use --no-install"
  missing=$(ww_missing_packages)
  [ -n "$missing" ] || return 0
  missing=$(printf '%s' "$missing" | tr '\n' ' ')
  if [ "$(id -u)" != 0 ]; then
    command -v sudo >/dev/null || ww_die "packages are missing, and there is neither root nor sudo to install them. As root: apt-get install --no-install-recommends $missing"
    sudo=(sudo)
  fi
  ww_say "Installing $missing"
  "${sudo[@]}" env DEBIAN_FRONTEND=noninteractive apt-get update -qq ||
    ww_die "apt-get update failed: look at the network and at /etc/apt/sources.list"
  # shellcheck disable=SC2086  # one word for each package
  "${sudo[@]}" env DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends \
    -o Dpkg::Use-Pty=0 $missing >"${TMPDIR:-/tmp}/worldwright-apt.$$.log" 2>&1 || {
    tail -n 30 "${TMPDIR:-/tmp}/worldwright-apt.$$.log" >&2
    ww_die "apt-get could not install the packages above: is this Debian 12?"
  }
  rm -f "${TMPDIR:-/tmp}/worldwright-apt.$$.log"
}

# A clone in another folder finds what this one compiled: paths below the clone count as relative.
ww_use_ccache() {
  export CCACHE_BASEDIR=${CCACHE_BASEDIR:-$ww_root}
  export CCACHE_NOHASHDIR=1
  export CCACHE_SLOPPINESS=${CCACHE_SLOPPINESS:-pch_defines,time_macros}
  # Headers parsed before know each file by its text, comments too: without this, those that an older comment stood in are
  # taken from the cache, and what includes such a file again does not compile.
  export CCACHE_COMMENTS=1
  export CCACHE_MAXSIZE=${CCACHE_MAXSIZE:-10G}
}

# As many jobs as there are cores, but no more than memory allows (1.5 GiB for each).
ww_jobs() {
  local cores memory_kib by_memory
  cores=$(nproc)
  memory_kib=$(sed -n 's/^MemAvailable: *\([0-9]*\) kB/\1/p' /proc/meminfo)
  by_memory=$((${memory_kib:-2000000} / 1572864))
  [ "$by_memory" -ge 1 ] || by_memory=1
  echo $((cores < by_memory ? cores : by_memory))
}

# The build folder of a preset.
ww_build_dir() { [ "$1" = release ] && echo build || echo "build-$1"; }

ww_configure() { cmake --preset "$1"; }

# ww_build PRESET [TARGET...]
ww_build() {
  local preset=$1 dir
  shift
  dir=$(ww_build_dir "$preset")
  ninja -C "$dir" -j "${WW_JOBS:-$(ww_jobs)}" "$@"
}

# Where the problem sets and files of others are, for the tests that read them.
ww_find_shared() {
  if [ -z "${WORLDWRIGHT_SHARED:-}" ] && [ -d "$ww_root/../shared/reference" ]; then
    WORLDWRIGHT_SHARED=$(cd "$ww_root/../shared" && pwd)
  fi
  [ -z "${WORLDWRIGHT_SHARED:-}" ] || export WORLDWRIGHT_SHARED
}

# ww_under_display COMMAND...: with an X server of its own, so that no window disturbs anybody.
ww_under_display() {
  env -u WAYLAND_DISPLAY LIBGL_ALWAYS_SOFTWARE=1 \
    xvfb-run -a -s '-screen 0 1400x900x24 +extension GLX +extension RANDR -nolisten tcp' "$@"
}

# Whether a window can be opened.
ww_has_display() { [ -n "${DISPLAY:-}" ] && { ! command -v xdpyinfo >/dev/null || xdpyinfo >/dev/null 2>&1; }; }

# ww_sample_name PROGRAM: the sample that a new user gets, the first that the program lists.
ww_sample_name() { "$1" new --list-samples | sed -n '1s/[[:space:]].*//p'; }
