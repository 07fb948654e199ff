#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Prints the figures of `bench planning` beside those of its peer: compare.py ROBOT OURS.json PEER.txt"""
import json
import re
import sys

# Shares of the peer's times, lengths in radians, microseconds.
TARGETS = {
    "panda": {"p50": 0.007, "p95": 0.004, "length": 5.35, "both": 350},
    "ur5": {"p50": 0.011, "p95": 0.003, "length": 6.9, "both": 450},
}


def peer_times(text):
    """Microseconds of the row "plan ms", None where there is none."""
    row = re.search(r"^plan ms (.*)$", text, re.M)
    if not row:
        return None
    words = row.group(1).split()
    return {name: 1000.0 * float(value) for name, value in zip(words[::2], words[1::2])}


def line(what, value, target, unit):
    wanted = "" if target is None else f"  (target {target:g} {'met' if value <= target else 'MISSED'})"
    print(f"  {what:<38}{value:>12.4f} {unit}{wanted}")


def main():
    robot, ours_file, peer_file = sys.argv[1:4]
    with open(ours_file, encoding="utf-8") as file:
        ours = json.load(file)
    with open(peer_file, encoding="utf-8") as file:
        text = file.read()
    target = TARGETS.get(robot, {})
    print(f"{robot}, {ours['cpu']}: {ours['solved']} of {ours['valid']} solved, {ours['total']} problems")
    peer = peer_times(text)
    if peer is None:
        print("  no figures of the peer")
    else:
        solved = re.search(r"solved/valid/total (\S+)", text)
        print(f"  peer: solved/valid/total {solved.group(1) if solved else '?'}")
    for part in ("p50", "p95"):
        line(f"plan, {part}", ours["plan_us"][part], None, "us")
        if peer:
            line(f"  of the peer, {part}", peer[part], None, "us")
            line(f"  share, {part}", ours["plan_us"][part] / peer[part], target.get(part), "")
    line("plan, shorten and confirm, p50", ours["plan_simplify_us"]["p50"], target.get("both"), "us")
    line("length found", ours["length_rad"]["found"], None, "rad")
    line("length shortened", ours["length_rad"]["simplified"], target.get("length"), "rad")
    for what, count in ours["colliding_at_1_512"].items():
        line(f"in collision at 1/512 rad, {what}", count, 0, "paths")


if __name__ == "__main__":
    main()
