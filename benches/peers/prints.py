"""Which files are solids: allide beside trimesh, manifold3d and MeshLib.

    pip install numpy trimesh networkx lxml manifold3d meshlib
    cargo build --release -p allide-cli
    cargo build --release -p allide-oracle --example referee
    python benches/peers/prints.py FOLDER... [--allide PATH] [--referee PATH] [--largest BYTES] [--csv FILE]

Reads all STL, OBJ, 3MF, PLY and OFF files in the folders, each as one object. Three questions: is it closed, what is its volume, does
its surface meet itself? Each program reads the file with a reader of its own, but manifold3d, which has none and gets trimesh's
arrays. Where MeshLib and allide disagree on whether a surface meets itself, exact arithmetic looks at the pairs of
triangles without a common corner that either of them names. A peer that crashes on a file says `crash`, and goes on.
"""

import argparse
import collections
import csv
import itertools
import json
import pathlib
import subprocess
import sys
import tempfile

import print_peers

ENDINGS = {".stl", ".obj", ".3mf", ".ply", ".off"}


def arguments():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folders", nargs="+", type=pathlib.Path)
    parser.add_argument("--allide", default="target/release/allide")
    parser.add_argument("--referee", default="target/release/examples/referee")
    parser.add_argument("--largest", type=int, default=8_000_000)
    parser.add_argument("--csv", type=pathlib.Path)
    return parser.parse_args()


def by_allide(command, path):
    with tempfile.TemporaryDirectory() as folder:
        report = pathlib.Path(folder) / "report.json"
        run = [command, "inspect", "--whole", "--triangles", "-q", "--json", report, path]
        run = subprocess.run(run, capture_output=True, text=True)
        if run.returncode not in (0, 1) or not report.exists():
            return {"error": run.stderr.strip().splitlines()[-1:]}
        found = json.loads(report.read_text())["objects"]
    if len(found) != 1:
        return {"error": f"{len(found)} objects"}
    one = found[0]
    clusters = [cluster["list"] for cluster in one["self_overlaps"]]
    return {
        "closed": one["closed"],
        "volume": (one.get("volume") or {}).get("value"),
        "meets itself": bool(one["self_overlaps"]),
        "triangles": one["triangles"],
        "problems": sorted(problem["problem"] for problem in one["problems"]),
        "welded": (one.get("welded") or {}).get("farthest", 0),
        "pairs": [list(pair) for cluster in clusters[:5] for pair in itertools.combinations(cluster[:12], 2)],
    }


def by_peer(name, paths):
    """Answers of a peer, which runs in a process of its own and is started again behind a file on which it crashes."""
    answers, left = {}, list(paths)
    while left:
        command = [sys.executable, str(pathlib.Path(__file__).with_name("print_peers.py")), name]
        run = subprocess.run(command, input="\n".join(map(str, left)), capture_output=True, text=True)
        lines = [json.loads(line) for line in run.stdout.splitlines() if line.startswith("{")]
        answers.update(zip(left, lines))
        left = left[len(lines) :]
        if left and run.returncode == print_peers.MISSING:
            print(f"{name} is left out: {run.stderr.strip()}")
            return None
        if left:
            answers[left.pop(0)] = {"error": "crash"}
    return answers


def word(answer, question):
    if "error" in answer:
        return "no answer"
    said = answer.get(question)
    return "-" if said is None else "yes" if said else "no"


def same_volume(mine, theirs):
    return abs(mine - theirs) <= 1e-5 * max(abs(mine), abs(theirs))


def table(question, mine, theirs, name):
    counts, files = collections.Counter(), {}
    for path in mine:
        kind = word(mine[path], question), word(theirs[path], question)
        counts[kind] += 1
        files.setdefault(kind, []).append(path)
    print(f"\n| allide: {question}? | {name} | files |\n|---|---|---|")
    for kind, count in sorted(counts.items()):
        print(f"| {kind[0]} | {kind[1]} | {count} |")
    return files


def open_edges(path):
    """How many edges are not used as often in one direction as in the other, of a file as trimesh reads it, nothing merged nor
    rounded: an exact count."""
    try:
        triangles = print_peers.triangles(path)
    except Exception as error:
        return f"trimesh: {error}"
    balance = collections.Counter()
    for triangle in (triangles + 0.0).tolist():
        corners = [tuple(corner) for corner in triangle]
        for a, b in zip(corners, corners[1:] + corners[:1]):
            if a != b:
                balance[min(a, b), max(a, b)] += 1 if a < b else -1
    return f"{sum(count != 0 for count in balance.values())} open edges"


def judge_overlaps(command, theirs, mine, path):
    """How many pairs of triangles that one side names truly meet, by the exact oracle, and how many were looked at: triangles without a
    common corner. allide names the triangles that take part, so all pairs of the first ones are looked at."""
    triangles = print_peers.triangles(path)
    pairs = mine["pairs"] or theirs.get("pairs", [])
    lines, count = [], 0
    for a, b in pairs:
        if max(a, b) >= len(triangles) or set(map(tuple, triangles[a])) & set(map(tuple, triangles[b])):
            continue
        lines.append(f"pair {count}")
        lines += [" ".join([side, *(repr(x) for x in triangles[at].ravel().tolist())]) for side, at in (("a", a), ("b", b))]
        count += 1
    if not count:
        return 0, 0
    run = subprocess.run([command], input="\n".join(lines) + "\n", capture_output=True, text=True, check=True)
    return sum(line.endswith("true") for line in run.stdout.splitlines()), count


def main():
    asked = arguments()
    missing = [str(path) for path in (*asked.folders, pathlib.Path(asked.allide)) if not path.exists()]
    if missing:
        sys.exit(f"missing: {', '.join(missing)}")
    all_files = sorted(path for folder in asked.folders for path in folder.rglob("*") if path.suffix.lower() in ENDINGS)
    paths = [path for path in all_files if path.stat().st_size <= asked.largest]
    print(f"{len(paths)} files, {len(all_files) - len(paths)} larger than {asked.largest} bytes left out")
    mine = {path: by_allide(asked.allide, path) for path in paths}
    peers = {name: by_peer(name, paths) for name in print_peers.PEERS}
    for name, theirs in peers.items():
        if theirs is None:
            continue
        for kind, files in table("closed", mine, theirs, name).items():
            for path in files if kind[0] != kind[1] else []:
                why = theirs[path].get("status") or theirs[path].get("error") or ""
                print(f"  {kind} {path.name}: {open_edges(path)}; {mine[path].get('error') or mine[path]['problems']}; {why}")
        both = [p for p in paths if mine[p].get("closed") and theirs[p].get("closed") and mine[p]["volume"] is not None]
        other = [p for p in both if not same_volume(mine[p]["volume"], theirs[p]["volume"])]
        print(f"\nvolumes of {len(both)} files that both call closed: {len(other)} differ")
        for path in other:
            print(f"  {path.name}: {mine[path]['volume']} {theirs[path]['volume']} {mine[path]['problems']}")
        if any("meets itself" in answer for answer in theirs.values()):
            for kind, files in table("meets itself", mine, theirs, name).items():
                if set(kind) == {"yes", "no"} and pathlib.Path(asked.referee).exists():
                    for path in files:
                        truly, count = judge_overlaps(asked.referee, theirs[path], mine[path], path)
                        print(f"  {kind} {path.name}: {truly} of {count} pairs without a common corner meet {mine[path]['problems']}")
    if asked.csv:
        with asked.csv.open("w", newline="") as out:
            rows = csv.writer(out)
            rows.writerow(["file", "allide", *peers])
            short = lambda answer: json.dumps({key: value for key, value in answer.items() if key != "pairs"})
            for path in paths:
                rows.writerow([path.name, short(mine[path]), *(short(one[path]) if one else "" for one in peers.values())])


if __name__ == "__main__":
    main()
