#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""Generates the Python classes of the services from their .proto files.

    generate_stubs.py OUT [--proto DIR]

Needs the Debian packages protobuf-compiler and protobuf-compiler-grpc; what it writes needs python3-grpcio.
"""
import argparse
import pathlib
import shutil
import subprocess
import sys

PROTO = pathlib.Path(__file__).resolve().parents[3] / "core" / "proto"


def generate(out: pathlib.Path, proto: pathlib.Path = PROTO) -> None:
    plugin = shutil.which("grpc_python_plugin")
    protoc = shutil.which("protoc")
    if not plugin or not protoc:
        sys.exit("protoc or grpc_python_plugin is missing: install protobuf-compiler and protobuf-compiler-grpc")
    parts = ("google", "intrinsic", "worldwright")
    files = sorted(str(f.relative_to(proto)) for part in parts for f in (proto / part).rglob("*.proto"))
    if not files:
        sys.exit(f"there are no .proto files in {proto}: give their folder with --proto")
    out.mkdir(parents=True, exist_ok=True)
    subprocess.run([protoc, f"-I{proto}", f"--plugin=protoc-gen-grpc_python={plugin}", f"--python_out={out}",
                    f"--grpc_python_out={out}", *files], check=True)


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("out", type=pathlib.Path)
    parser.add_argument("--proto", type=pathlib.Path, default=PROTO)
    arguments = parser.parse_args()
    generate(arguments.out, arguments.proto)
