#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Splits the kernels into a half that the model of ptxas was built with and a half that it was not.

Within each file of kernels/ the kernels are put in the order of the SHA-256 of their names and dealt out alternately;
the side that begins changes from file to file, in alphabetical order. Kernels whose hardware counters had been seen
before the split was made are in the design half whatever their hash says.

The kernels of more/ came when the model of the first round was done. They were dealt out so too, one half unseen until the
second round was done; the third was built with both halves, which so belong to the design half now. The kernels of
third/ are not split: nobody who worked on the model had written or read them until its third version was done, and since then
all of them belong to the design half. Nor are those of fourth/, which nobody who worked on the model had written or read when its fourth version was done; since
then they have been read, and belong to the design half too. Those of fifth/ nobody who works on the model has written or read."""
import hashlib
import pathlib
import re

SEEN = {"reduce0", "reduce1", "matvecRows", "matvecColumns"}
here = pathlib.Path(__file__).parent
for folder, other, output in (("kernels", "held-out", "split.txt"), ("more", "design", "split-more.txt")):
    sides = ("design", other)
    lines = []
    for number, source in enumerate(sorted((here / folder).glob("*.cu"))):
        names = re.findall(r"__global__ void (\w+)\(", source.read_text())
        names.sort(key=lambda name: hashlib.sha256(name.encode()).hexdigest())
        for position, name in enumerate(names):
            side = "design" if name in SEEN else sides[(position + number) % 2]
            lines.append(f"{side} {source.stem} {name}")
    (here / output).write_text("".join(line + "\n" for line in sorted(lines)))
