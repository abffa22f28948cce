"""The parts of a STEP assembly as objects of an OBJ file, in their places.

    pip install cascadio trimesh
    python benches/peers/step_to_obj.py ASSEMBLY.stp PARTS.obj [largest distance from the true surface, in metres; 0.00001]

Parts are tessellated one by one, by Open CASCADE: a bolt and its hole are cut into other facets. Coordinates in metres, all bits.
"""

import pathlib
import sys
import tempfile

import cascadio
import trimesh


def main():
    if len(sys.argv) not in (3, 4):
        sys.exit(__doc__)
    source, target = map(pathlib.Path, sys.argv[1:3])
    # cascadio counts in the file's unit, which is the millimetre nearly everywhere.
    distance = float(sys.argv[3]) * 1000 if len(sys.argv) == 4 else 0.01
    with tempfile.TemporaryDirectory() as folder:
        glb = pathlib.Path(folder) / "parts.glb"
        cascadio.step_to_glb(str(source), str(glb), distance, 0.5)
        scene = trimesh.load(glb, process=False)
    first, names = 1, sorted(scene.graph.nodes_geometry)
    with target.open("w") as out:
        for name in names:
            matrix, geometry = scene.graph[name]
            mesh = scene.geometry[geometry]
            corners = trimesh.transformations.transform_points(mesh.vertices, matrix)
            out.write(f"o {name}\n")
            out.writelines(f"v {x!r} {y!r} {z!r}\n" for x, y, z in corners.tolist())
            out.writelines(f"f {a} {b} {c}\n" for a, b, c in (mesh.faces + first).tolist())
            first += len(corners)
    print(f"{target}: {len(names)} parts")


if __name__ == "__main__":
    main()
