#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Imports damaged copies of the files of a corpus: mutants.py WORLDWRIGHT CORPUS COUNT [SEED [FORMAT...]]

Files of all formats, or those that are named, up to 200 KB, in turns. A bad end is a crash or a hang of the command, a refusal without its
error, or an answer that is no JSON. A mutant that is read as sound, without a word, with fewer links, solids or
triangles than the file it was made of is "poorer": most bytes say nothing of what was there before, so that these are
told by format, with the seeds to make them again, and a person looks at them. Ends with 1 after a bad end.
"""
import collections
import csv
import json
import os
import random
import subprocess
import sys
import tempfile

TIMEOUT_S = 60.0
MOST_BYTES = 200_000
PIECES = [b"nan", b"-1", b"1e308", b"0", b"{", b"</", b"99999999999999999999", b"\xff", b"\x00", b"'", b"#", b"\n"]


def mutated(data, draw):
    data = bytearray(data)
    for _ in range(draw.randint(1, 4)):
        at = draw.randrange(len(data) or 1)
        kind = draw.randrange(6)
        if kind == 0 and data:
            data[at] = draw.randrange(256)
        elif kind == 1:
            del data[at : at + draw.randint(1, 40)]
        elif kind == 2:
            data[at:at] = draw.choice(PIECES)
        elif kind == 3:
            other = draw.randrange(len(data) or 1)
            data[at:at] = data[other : other + draw.randint(1, 60)]
        elif kind == 4 and data:
            data[at] ^= 1 << draw.randrange(8)
        elif kind == 5 and draw.random() < 0.2:
            del data[at:]
    return bytes(data)


def run(worldwright, path, folder):
    """Outcome, counts where it was read."""
    command = [worldwright, "import", path, "--into", folder + "/w.wright", "--json", "--timeout", str(TIMEOUT_S)]
    try:
        done = subprocess.run(command, capture_output=True, timeout=2 * TIMEOUT_S)
    except subprocess.TimeoutExpired:
        return "hangs", None
    if done.returncode < 0 or done.returncode == 5 or done.returncode > 128:
        return "crashes", None
    if done.returncode != 0:
        return ("refused" if b"error:" in done.stderr else "mute"), None
    try:
        sources = json.loads(done.stdout)["sources"]
    except (ValueError, KeyError):
        return "no JSON", None
    counts = collections.Counter()
    for source in sources:
        counts.update(source["counts"])
    return ("told" if any(source["warnings"] for source in sources) else "read"), counts


def poorer(now, before):
    return before and any(now[key] < before[key] for key in ("links", "solids", "triangles"))


def main():
    worldwright, corpus, count = sys.argv[1], sys.argv[2], int(sys.argv[3])
    seed = int(sys.argv[4]) if len(sys.argv) > 4 else 1
    with open(os.path.join(corpus, "MANIFEST.tsv"), encoding="utf-8") as manifest:
        rows = list(csv.DictReader(manifest, delimiter="\t", quoting=csv.QUOTE_NONE))
    by_format = collections.defaultdict(list)
    for row in rows:
        if row["class"] == "sound" and int(row["bytes"]) <= MOST_BYTES:
            by_format[row["format"].lower()].append(os.path.join(corpus, row["path"]))
    formats = sys.argv[5:] or sorted(by_format)
    table, known, bad = collections.defaultdict(collections.Counter), {}, 0
    for number in range(seed, seed + count):
        draw = random.Random(number)
        form = formats[number % len(formats)]
        source = draw.choice(by_format[form])
        with tempfile.TemporaryDirectory() as folder:
            if source not in known:
                known[source] = run(worldwright, source, folder)[1]
            # Beside the file, so that what it names is found.
            path = os.path.join(folder, os.path.basename(source))
            for name in os.listdir(os.path.dirname(source)):
                if name != os.path.basename(source):
                    os.symlink(os.path.join(os.path.dirname(source), name), os.path.join(folder, name))
            with open(source, "rb") as original, open(path, "wb") as copy:
                copy.write(mutated(original.read(), draw))
            outcome, counts = run(worldwright, path, folder)
        if outcome == "read" and poorer(counts, known[source]):
            outcome = "poorer"
        table[form][outcome] += 1
        if outcome in ("hangs", "crashes", "mute", "no JSON"):
            bad += 1
        if outcome not in ("read", "told", "refused"):
            print(f"{outcome}: seed {number} {os.path.relpath(source, corpus)}", flush=True)
    for form, counts in sorted(table.items()):
        print(f"{form:<6}" + ", ".join(f"{name} {counted}" for name, counted in sorted(counts.items())))
    print(f"{count} mutants, {bad} bad ends")
    return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(main())
