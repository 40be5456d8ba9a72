#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Lanescope's times and counters beside Nsight Compute's, on a machine with a GPU. No Qt, no packages.

    compare.py CLI OUTPUT_FOLDER [--ncu PATH] [--configurations FILE] [--set default|whole]

Each configuration is measured by `lanescope-cli measure`, and run under `ncu --clock-control none` by `lanescope-cli run`,
which does the plan's steps and nothing else. Both read the same PerfWorks metrics; nothing of Nsight Compute is compared
with itself. Writes comparison.json and comparison.md. Exit code 1 where a count that must be equal is not, or a time of
more than 20 µs is off by more than 5 %."""
import argparse
import csv
import glob
import io
import json
import os
import statistics
import subprocess
import sys
import time

RUNS = 5  # of each configuration under ncu for its time; counters are of the first
TIME = "gpu__time_duration.sum"
LEAST_SECONDS = 20e-6  # below it the clock's ticks and the events' own cost are more than 5 %
NEAR = 0.05


def run(command):
    began = time.time()
    done = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    return done.returncode, done.stdout, done.stderr, time.time() - began


def find_ncu(given):
    homes = [os.environ["CUDA_HOME"]] if os.environ.get("CUDA_HOME") else []
    candidates = [given] if given else ["ncu"] + [home + "/bin/ncu" for home in homes + ["/usr/local/cuda"]]
    if not given:
        for pattern in ("/opt/nvidia/nsight-compute/*/ncu", "/usr/local/cuda*/nsight-compute-*/ncu"):
            candidates += sorted(glob.glob(pattern), reverse=True)
    for candidate in candidates:
        try:
            if run([candidate, "--version"])[0] == 0:
                return candidate
        except OSError:
            pass
    sys.exit("Nsight Compute was not found (looked for " + ", ".join(candidates) + "); say --ncu PATH")


def terms_of(perfworks):
    """"a.sum + 2 * b.sum" as [(1, "a.sum"), (2, "b.sum")]"""
    terms = []
    for term in perfworks.split(" + "):
        factor, _, name = term.rpartition(" * ")
        terms.append((float(factor) if factor else 1.0, name))
    return terms


def number(text):
    try:
        return float(text.replace(",", ""))
    except ValueError:
        return None


SCALE = {"nsecond": 1e-9, "usecond": 1e-6, "msecond": 1e-3, "second": 1.0, "ns": 1e-9, "us": 1e-6, "ms": 1e-3, "s": 1.0,
         "byte": 1, "Kbyte": 1e3, "Mbyte": 1e6, "Gbyte": 1e9, "byte/second": 1, "Kbyte/second": 1e3,
         "Mbyte/second": 1e6, "Gbyte/second": 1e9, "Tbyte/second": 1e12}


def ncu_launches(ncu, cli, words, names, times):
    """One dictionary of PerfWorks values a kernel launch, in order; times in seconds, the rest in base units."""
    command = [ncu, "--csv", "--page", "raw", "--print-units", "base", "--clock-control", "none", "--cache-control", "all",
               "--metrics", ",".join(names), cli, "run"] + words + ["--times", str(times)]
    code, out, err, seconds = run(command)
    lines = [line for line in out.splitlines() if line.startswith('"')]
    if len(lines) < 3:
        return None, (out + err).strip()[-600:], seconds
    rows = list(csv.reader(io.StringIO("\n".join(lines))))
    header, units = rows[0], rows[1]
    launches = []
    for row in rows[2:]:
        values = {}
        for name, unit, text in zip(header, units, row):
            value = number(text)
            if value is not None:
                values[name] = value * SCALE.get(unit, 1)
        values["kernel"] = row[header.index("Kernel Name")]
        launches.append(values)
    return launches, "", seconds


def value_of(metric, launch):
    total = 0.0
    for factor, name in terms_of(metric["perfworks"]):
        if name not in launch:
            return None
        # ncu's time is in seconds here, PerfWorks's in nanoseconds
        total += (factor * 1e9 if name == TIME else factor) * launch[name]
    return total


def is_equal(ours, theirs, ratio):
    """Counts to the last digit; of ratios ncu prints two decimals."""
    return abs(ours - theirs) <= (0.00501 if ratio else 1e-9 * max(abs(ours), abs(theirs)))


def compare_counters(metrics, measured, launches):
    rows = []
    for metric in metrics:
        if not metric["perfworks"] or metric["id"] == "profiled_seconds":
            continue
        for index, counters in enumerate(measured):
            if metric["id"] not in counters or index >= len(launches):
                continue
            theirs = value_of(metric, launches[index])
            if theirs is None:
                continue
            ours = counters[metric["id"]]
            rows.append({"metric": metric["id"], "launch": index, "ours": ours, "ncu": theirs, "exact": metric["exact"],
                         "equal": is_equal(ours, theirs, metric["unit"] == "%" or "/" in metric["unit"])})
    return rows


def compare(cli, ncu, metrics, words, which):
    entry = {"configuration": " ".join(words)}
    counters = ["--all-counters"] if which == "whole" else []
    code, out, err, seconds = run([cli, "measure"] + words + ["--json", "--counters"] + counters)
    entry["measure_seconds"] = seconds
    if code != 0:
        entry["problem"] = "measure: " + (out + err).strip()[-400:]
        return entry
    measurement = json.loads(out)["measurement"]
    entry["passes"] = measurement.get("counter_passes")
    names = sorted({name for metric in metrics for _, name in terms_of(metric["perfworks"]) if name} | {TIME})
    launches, problem, seconds = ncu_launches(ncu, cli, words, names, 1)
    entry["ncu_seconds"] = seconds
    if launches is None:
        entry["problem"] = "ncu: " + problem
        return entry
    entry["kernels"] = [launch["kernel"] for launch in launches]
    entry["counters"] = compare_counters(metrics, measurement["counters"], launches)
    timed, problem, _ = ncu_launches(ncu, cli, words, [TIME], RUNS)
    if timed is None or len(timed) % RUNS != 0:
        entry["problem"] = "ncu: " + problem
        return entry
    each = len(timed) // RUNS
    sums = [sum(launch[TIME] for launch in timed[r * each:(r + 1) * each]) for r in range(RUNS)]
    kernels = [part for part in measurement.get("parts", []) if part["name"].startswith("kernel ")]
    entry["launches"] = each
    entry["median"] = measurement["median"]
    entry["kernel_parts"] = sum(part["median"] for part in kernels) if kernels else None
    entry["ncu_time"] = statistics.median(sums)
    entry["samples"] = measurement.get("samples_taken")
    return entry


def our_time(entry):
    """Of one launch the median of the samples; of several the sum of the kernels, without the gaps between them."""
    return entry["median"] if entry["launches"] == 1 or not entry["kernel_parts"] else entry["kernel_parts"]


def summarise(entries):
    metrics = {}
    for entry in entries:
        for row in entry.get("counters", []):
            tally = metrics.setdefault(row["metric"], {"exact": row["exact"], "compared": 0, "equal": 0, "worst": 0.0,
                                                       "where": ""})
            tally["compared"] += 1
            tally["equal"] += row["equal"]
            most = max(abs(row["ours"]), abs(row["ncu"]))
            off = abs(row["ours"] - row["ncu"]) / most if most > 0 else 0.0
            if off > tally["worst"] and not row["equal"]:
                tally["worst"], tally["where"] = off, entry["configuration"]
    return metrics


def markdown(result):
    lines = ["Measured on " + result["gpu"] + ", " + result["date"] + ", beside " + result["ncu_version"] + ".", "",
             "## Times", "", "| configuration | launches | Lanescope | ncu | difference |", "|---|---|---|---|---|"]
    for entry in result["entries"]:
        if "ncu_time" not in entry:
            lines.append("| " + entry["configuration"] + " | – | – | – | " + entry.get("problem", "?").replace("\n", " ")
                         + " |")
            continue
        ours, theirs = our_time(entry), entry["ncu_time"]
        mark = "" if theirs >= LEAST_SECONDS else " (under 20 µs)"
        lines.append("| %s | %d | %.2f µs | %.2f µs | %+.1f %%%s |" % (entry["configuration"], entry["launches"],
                     1e6 * ours, 1e6 * theirs, 100 * (ours / theirs - 1), mark))
    lines += ["", "## Counters", "", "| metric | must be equal | equal | largest difference |", "|---|---|---|---|"]
    for name, tally in result["metrics"].items():
        worst = "–" if tally["worst"] == 0 else "%.3g %% (%s)" % (100 * tally["worst"], tally["where"])
        lines.append("| %s | %s | %d of %d | %s |" % (name, "yes" if tally["exact"] else "", tally["equal"],
                                                      tally["compared"], worst))
    lines += ["", result["summary"]]
    return "\n".join(lines) + "\n"


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("cli")
    parser.add_argument("output")
    parser.add_argument("--ncu")
    parser.add_argument("--configurations", default=os.path.join(os.path.dirname(__file__), "configurations.txt"))
    parser.add_argument("--set", choices=["default", "whole"], default="default")
    parser.add_argument("--seconds", type=float, default=270, help="begin no further configuration after so long")
    arguments = parser.parse_args()
    began = time.time()
    ncu = find_ncu(arguments.ncu)
    version = run([ncu, "--version"])[1].strip().splitlines()
    metrics = [m for m in json.loads(run([arguments.cli, "metrics", "--json"])[1])["metrics"]
               if m["perfworks"] and (arguments.set == "whole" or m["set"] == "default")]
    with open(arguments.configurations, encoding="utf-8") as file:
        configurations = [line.split() for line in file if line.strip() and not line.startswith("#")]
    os.makedirs(arguments.output, exist_ok=True)
    entries, left = [], 0
    for words in configurations:
        if time.time() - began > arguments.seconds:
            left += 1
            continue
        entries.append(compare(arguments.cli, ncu, metrics, words, arguments.set))
        print("%6.1f s  %s%s" % (time.time() - began, entries[-1]["configuration"],
                                 ": " + entries[-1]["problem"] if "problem" in entries[-1] else ""), flush=True)
    gpus = json.loads(run([arguments.cli, "gpus", "--json"])[1])["devices"]
    result = {"gpu": gpus[0]["title"] + " (driver " + gpus[0]["driver"] + ")" if gpus else "no GPU",
              "date": time.strftime("%Y-%m-%d", time.gmtime()),
              "ncu_version": "Nsight Compute " + (version[-1] if version else ""),
              "entries": entries, "metrics": summarise(entries)}
    timed = [e for e in entries if "ncu_time" in e and e["ncu_time"] >= LEAST_SECONDS]
    near = [e for e in timed if abs(our_time(e) / e["ncu_time"] - 1) <= NEAR]
    exact = [t for t in result["metrics"].values() if t["exact"]]
    compared, equal = sum(t["compared"] for t in exact), sum(t["equal"] for t in exact)
    problems = sum("problem" in e for e in entries)
    result["summary"] = ("%d of %d times of more than 20 µs are within 5 %% of ncu's; %d of %d values that must be equal "
                         "are; %d of %d configurations had a problem; %d not reached." %
                         (len(near), len(timed), equal, compared, problems, len(entries), left))
    with open(os.path.join(arguments.output, "comparison.json"), "w", encoding="utf-8") as file:
        json.dump(result, file, indent=1)
    with open(os.path.join(arguments.output, "comparison.md"), "w", encoding="utf-8") as file:
        file.write(markdown(result))
    print(result["summary"])
    good = compared > 0 and equal == compared and timed and len(near) == len(timed) and not problems and not left
    return 0 if good else 1


if __name__ == "__main__":
    sys.exit(main())
