"""Which parts of an assembly or building clash: allide beside trimesh (FCL), manifold3d, MeshLib and ifcclash.

    pip install numpy trimesh python-fcl manifold3d meshlib [ifcclash ifcopenshell]
    cargo build --release -p allide-cli
    cargo build --release -p allide-oracle --example referee
    python benches/peers/pairs.py MODEL.obj [--ifc MODEL.ifc] [--allide PATH] [--referee PATH] [--most N] [--csv FILE]

MODEL.obj is what ifc_to_obj.py or step_to_obj.py made; all programs get the same coordinates. Two questions, over all pairs whose
boxes touch: do the solids share volume, and do the surfaces share a point? Where a program says otherwise than allide, the
exact arithmetic of allide's oracle, which shares no code with allide, decides: of up to N pairs of each kind of difference.
What is not installed is left out, and said.
"""

import argparse
import collections
import csv
import pathlib
import sys
import time

import models

# Pairs with more triangles times triangles than this take the exact oracle minutes.
LARGEST = 2_500_000


def arguments():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("model", type=pathlib.Path)
    parser.add_argument("--ifc", type=pathlib.Path)
    parser.add_argument("--allide", default="target/release/allide")
    parser.add_argument("--referee", default="target/release/examples/referee")
    parser.add_argument("--most", type=int, default=20)
    parser.add_argument("--csv", type=pathlib.Path)
    return parser.parse_args()


def timed(name, ask):
    """What a peer answers; None if it is not installed."""
    start = time.perf_counter()
    try:
        answer = ask()
    except ImportError as error:
        print(f"{name} is left out: {error}")
        return None
    print(f"{name}: {time.perf_counter() - start:.1f} s")
    return answer


def peers_on_volume(meshes, pairs, ifc):
    """By peer: for each pair `shares`, `-`, or why there is no answer."""
    answers = {}
    for name, peer in (("manifold3d", models.Manifold), ("MeshLib", models.MeshLib)):
        ask = lambda peer=peer: (lambda judge: {pair: judge(*pair) for pair in pairs})(peer(meshes))
        answers[name] = timed(name, ask)
    if ifc:
        for tolerance in (0.002, 1e-9):
            ask = lambda: models.by_ifcclash(ifc, mode="intersection", tolerance=tolerance, check_all=True)
            answers[f"ifcclash intersection {tolerance}"] = as_answers(timed("ifcclash", ask), pairs, "shares")
    return {name: one for name, one in answers.items() if one is not None}


def peers_on_touch(meshes, pairs, ifc):
    def meshlib():
        judge = models.MeshLib(meshes)
        return {pair: "meets" if judge.meet(*pair) else "-" for pair in pairs}

    met = timed("trimesh", lambda: models.meet_by_trimesh(meshes))
    answers = {"trimesh (FCL)": as_answers(met, pairs, "meets", whole=True), "MeshLib": timed("MeshLib", meshlib)}
    if ifc:
        for touching in (True, False):
            ask = lambda: models.by_ifcclash(ifc, mode="collision", allow_touching=touching)
            answers[f"ifcclash collision {touching}"] = as_answers(timed("ifcclash", ask), pairs, "meets")
    return {name: one for name, one in answers.items() if one is not None}


def as_answers(found, pairs, word, whole=False):
    """A set of pairs of names, or of GlobalIds behind a class, as answers."""
    if found is None:
        return None
    short = (lambda name: name) if whole else (lambda name: name.partition("/")[2])
    return {pair: word if models.key(*map(short, pair)) in found else "-" for pair in pairs}


def verdict(judged):
    """What the oracle says about volume, in the words of the peers."""
    if "?" in judged.common:
        return "a surface crosses" if judged.cross == "true" else "a surface, no triangles cross"
    if any(float(volume) <= 0 for volume in (judged.volume_a, judged.volume_b)):
        return "inside out or flat"
    return "-" if judged.common == "0" else "shares"


def compare(question, allide, peers, judge, kind):
    """Prints counts of what peers say by allide's class, and who is right where they differ."""
    pairs = list(allide)
    for name, answers in peers.items():
        counts, differ = collections.Counter(), collections.defaultdict(list)
        for pair in pairs:
            mine, theirs = allide[pair], answers[pair]
            counts[mine[0], mine[1], theirs] += 1
            if theirs in (question, "-") and theirs != mine[2]:
                differ[mine[0], mine[1], theirs].append(pair)
        print(f"\n| allide | closed | {name}: {question}? | pairs | the oracle, of those that differ |\n|---|---|---|---|---|")
        for (mine, closed, theirs), count in sorted(counts.items()):
            judged = collections.Counter(kind(one) for one in judge(differ[mine, closed, theirs]).values())
            told = ", ".join(f"{word} {times}" for word, times in sorted(judged.items()))
            print(f"| {mine} | {closed} | {theirs} | {count} | {told} |")


def main():
    asked = arguments()
    missing = [path for path in (asked.model, asked.ifc, pathlib.Path(asked.allide)) if path and not path.exists()]
    if missing:
        sys.exit(f"missing: {', '.join(map(str, missing))}")
    meshes = models.read_obj(asked.model)
    pairs = [models.key(*pair) for pair in models.near_pairs(meshes)]
    print(f"{asked.model.name}: {len(meshes)} objects, {len(pairs)} pairs of boxes that touch")
    classes, is_open = timed("allide", lambda: models.by_allide(asked.allide, asked.model))
    assert set(classes) <= set(pairs), "allide tells of pairs whose boxes are apart"

    def closed(pair):
        return "-+"[pair[0] not in is_open] + "-+"[pair[1] not in is_open]

    def told(pair, word, is_so):
        name = classes.get(pair, ("clear", None))[0]
        return name, "".join(sorted(closed(pair))), word if is_so(name) else "-"

    known = {}

    def judge(some):
        small = [p for p in some if len(meshes[p[0]][1]) * len(meshes[p[1]][1]) <= LARGEST][: asked.most]
        new = [pair for pair in small if pair not in known]
        if new and pathlib.Path(asked.referee).exists():
            known.update(models.referee(asked.referee, meshes, new))
        return {pair: known[pair] for pair in small if pair in known}

    on_volume = peers_on_volume(meshes, pairs, asked.ifc)
    allide = {pair: told(pair, "shares", lambda name: name in models.CLASHES) for pair in pairs}
    compare("shares", allide, on_volume, judge, verdict)
    on_touch = peers_on_touch(meshes, pairs, asked.ifc)
    allide = {pair: told(pair, "meets", lambda name: name not in ("clear", "undecided")) for pair in pairs}
    compare("meets", allide, on_touch, judge, lambda one: "meets" if one.meet == "true" else "-")
    if asked.csv:
        with asked.csv.open("w", newline="") as out:
            rows = csv.writer(out)
            rows.writerow(["a", "b", "allide", "closed", "penetration", "volume", *on_volume, *on_touch])
            for pair in pairs:
                name, shared = classes.get(pair, ("clear", None))
                numbers = [shared["penetration"]["upper"], (shared.get("volume") or {}).get("value")] if shared else ["", ""]
                peers = [answers[pair] for answers in (*on_volume.values(), *on_touch.values())]
                rows.writerow([*pair, name, closed(pair), *numbers, *peers])


if __name__ == "__main__":
    main()
