#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Imports every file of a corpus and compares with what its MANIFEST.tsv says: corpus.py WORLDWRIGHT [CORPUS [PREFIX]]

A file that is "sound" has to be read, with as many links, solids and triangles as are said, no fewer triangles than
faces, and the box that is said (within half of the last digit that it has, or a thousandth). What is "partial" or
"hostile" is read or refused, and has to be told of with the file's name. Where such a file is read without a word, it
is listed as silent: some of them are harmless, and a person looks at them. Ends with 1 when anything is wrong.
Without CORPUS it is the one in the folder that WORLDWRIGHT_SHARED names; without that, nothing is done and it ends with
77. WW_FILES=N takes N of the files, drawn anew for each WW_SEED.
"""
import collections
import concurrent.futures
import csv
import json
import os
import random
import subprocess
import sys
import tempfile
import time

TIMEOUT_S = 300.0
SKIPPED = 77


def bounds_differ(expected_mm, found, is_cad):
    want = [float(word) / 1000.0 for word in expected_mm.split(",")]
    have = found["min"] + found["max"]
    size = max(b - a for a, b in zip(want[:3], want[3:]))
    within = max(0.0006, 0.001 * size)
    worst = max(abs(a - b) for a, b in zip(want, have))
    # Boxes that are said of CAD files are those of the poles of free surfaces: larger than the surfaces.
    inside = all(a - within <= b for a, b in zip(want[:3], have[:3])) and all(
        a + within >= b for a, b in zip(want[3:], have[3:]))
    if is_cad and inside and worst <= 0.2 * size:
        return None
    return worst if worst > within else None


def unlike(row, said, codes):
    """What is not as the manifest says; empty when all is."""
    counts = collections.Counter()
    for source in said["sources"]:
        counts.update(source["counts"])
    lines = any("lines" in code or code == "no-triangle" for code in codes)
    out = []
    for words in filter(None, (row["expect"] or "").split(";")):
        key, _, value = words.partition("=")
        have = counts[key]
        if key in ("links", "solids") and have != int(value):
            out.append(f"{key} {have}, not {value}")
        exact = row["format"] == "stl"
        if key == "triangles" and (have != int(value) if exact else have < int(value)):
            out.append(f"triangles {have}, not {value}")
        if key == "faces" and counts["triangles"] < int(value) and not lines:
            out.append(f"triangles {counts['triangles']}, of {value} faces")
        if key == "bbox_mm":
            worst = bounds_differ(value, said["sources"][0]["bounds_m"], row["format"] in ("step", "stp", "p21"))
            if worst is not None:
                out.append(f"box off by {1000 * worst:.3f} mm")
    return out


def judge(worldwright, corpus, row):
    """Outcome, what to say of it, seconds."""
    path = os.path.join(corpus, row["path"])
    careful = row["class"] in ("partial", "hostile")
    with tempfile.TemporaryDirectory() as folder:
        began = time.time()
        command = [worldwright, "import", path, "--into", folder + "/w.wright", "--json"]
        try:
            done = subprocess.run(command + ["--timeout", str(0.8 * TIMEOUT_S)], capture_output=True, timeout=TIMEOUT_S)
        except subprocess.TimeoutExpired:
            return "hangs", "", TIMEOUT_S
        took = time.time() - began
    told = done.stderr.decode("utf-8", "replace").splitlines()
    error = next((line for line in told if line.startswith("error:")), "")
    if done.returncode < 0 or done.returncode == 5 or done.returncode > 128:
        return "crashes", error, took
    if done.returncode != 0:
        if os.path.basename(path) not in error and row["path"] not in error:
            return "no place", error, took
        return ("refused" if row["class"] != "sound" else "lost"), error, took
    said = json.loads(done.stdout)
    warnings = [warning for source in said["sources"] for warning in source["warnings"]]
    if row["class"] == "sound":
        wrong = unlike(row, said, [warning["code"] for warning in warnings])
        return ("wrong" if wrong else "read"), "; ".join(wrong), took
    if careful and not warnings:
        return "silent", "", took
    return "read", "", took


def main():
    worldwright, shared = sys.argv[1], os.environ.get("WORLDWRIGHT_SHARED")
    if len(sys.argv) < 3 and not shared:
        print("skipped: WORLDWRIGHT_SHARED names no folder with a corpus")
        return SKIPPED
    corpus = sys.argv[2] if len(sys.argv) > 2 else os.path.join(shared, "corpus")
    prefix = sys.argv[3] if len(sys.argv) > 3 else ""
    with open(os.path.join(corpus, "MANIFEST.tsv"), encoding="utf-8") as manifest:
        rows = list(csv.DictReader(manifest, delimiter="\t", quoting=csv.QUOTE_NONE))
    rows = [row for row in rows if row["class"] != "supporting" and row["path"].startswith(prefix)]
    if "WW_FILES" in os.environ:
        some = random.Random(os.environ.get("WW_SEED", "1"))
        rows = some.sample(rows, min(len(rows), int(os.environ["WW_FILES"])))
    table, slow, bad = collections.defaultdict(collections.Counter), [], 0
    with concurrent.futures.ThreadPoolExecutor(int(os.environ.get("WW_JOBS", "1"))) as pool:
        judged = pool.map(lambda row: judge(worldwright, corpus, row), rows)
        for row, (outcome, words, took) in zip(rows, judged):
            table[row["format"].lower(), row["class"]][outcome] += 1
            slow.append((took, row["path"]))
            if outcome in ("lost", "wrong", "crashes", "hangs", "no place"):
                bad += 1
            if outcome not in ("read", "refused"):
                print(f"{outcome}: {row['path']} {words[:200]}", flush=True)
    for (form, kind), counts in sorted(table.items()):
        print(f"{form:<6}{kind:<9}" + ", ".join(f"{name} {count}" for name, count in sorted(counts.items())))
    for took, path in sorted(slow, reverse=True)[:5]:
        print(f"{took:7.1f} s  {path}")
    print(f"{len(rows)} files, {bad} not as the manifest says")
    return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(main())
