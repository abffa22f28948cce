"""What two solids share: allide against manifold3d, on the same arrays.

    pip install manifold3d
    python benches/peers/volumes.py [path of allide-bench]

Without a path, cargo builds and runs the bench. Volume and area must agree within allide's bounds and manifold3d's
tolerance; moving the second solid by allide's depth must leave no volume; and the lower bound must not separate them along
the same direction. Exits with 1 where they do not.
"""

import json
import pathlib
import subprocess
import sys
import tempfile
import time

import manifold3d
import numpy as np

# manifold3d merges vertices within a tolerance of about 1e-12 of the size, and volumes follow.
SLACK = 1e-9


def solid(mesh, move=(0.0, 0.0, 0.0)):
    positions = np.array(mesh["positions"], dtype=np.float64) + np.array(move)
    triangles = np.array(mesh["triangles"], dtype=np.uint64)
    made = manifold3d.Manifold(manifold3d.Mesh64(positions, triangles))
    if made.status() != manifold3d.Error.NoError:
        raise ValueError(f"manifold3d refuses a mesh: {made.status()}")
    return made


def compare(case):
    a, b = solid(case["a"]), solid(case["b"])
    start = time.perf_counter()
    common = a ^ b
    volume, area = common.volume(), common.surface_area()
    milliseconds = (time.perf_counter() - start) * 1e3
    direction = np.array(case["direction"])
    left = (a ^ solid(case["b"], direction * case["upper"] * (1 + 1e-9))).volume()
    faults = []
    if abs(volume - case["volume"]) > case["volume_error"] + SLACK:
        faults.append("volume")
    if abs(area - case["area"]) > case["area_error"] + SLACK:
        faults.append("area")
    if left > SLACK:
        faults.append(f"depth leaves {left:.3g}")
    if case["lower"] > 1e-6 and (a ^ solid(case["b"], direction * case["lower"] * (1 - 1e-6))).volume() <= 0:
        faults.append("less than the lower bound separates")
    print(
        f"{case['name']:20} {case['volume']:.12f} ± {case['volume_error']:.1e}  {volume:.12f}  {case['area']:.10f}  {area:.10f}"
        f"  {case['milliseconds']:8.2f}  {milliseconds:8.2f}  {case['lower']:.6f} to {case['upper']:.6f}"
        f"  {', '.join(faults) or 'agree'}"
    )
    return not faults


def main():
    command = sys.argv[1:] or ["cargo", "run", "--release", "-q", "-p", "allide-bench", "--"]
    with tempfile.TemporaryDirectory() as folder:
        subprocess.run([*command, "volumes", folder], check=True)
        print("case, volume: allide and manifold3d; area: the same; ms: the same; depth")
        cases = [json.loads(path.read_text()) for path in sorted(pathlib.Path(folder).glob("*.json"))]
        agree = [compare(case) for case in cases]
    print(f"{sum(agree)} of {len(agree)} agree")
    return 0 if agree and all(agree) else 1


if __name__ == "__main__":
    sys.exit(main())
