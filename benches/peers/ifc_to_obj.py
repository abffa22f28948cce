"""The elements of an IFC file as objects of an OBJ file, named by class and GlobalId, as ifcclash sees them.

    pip install ifcopenshell
    python benches/peers/ifc_to_obj.py MODEL.ifc[.gz] MODEL.obj

World coordinates in metres, all bits. Openings and other features are no elements: what they cut is cut already.
"""

import gzip
import pathlib
import sys
import tempfile

import ifcopenshell
import ifcopenshell.geom
import numpy as np


def opened(path):
    """A model, packed or not."""
    if path.suffix != ".gz":
        return ifcopenshell.open(str(path))
    with tempfile.TemporaryDirectory() as folder:
        plain = pathlib.Path(folder) / path.stem
        plain.write_bytes(gzip.decompress(path.read_bytes()))
        return ifcopenshell.open(str(plain))


def elements(model):
    """What ifcclash compares: elements without the features that cut them."""
    return set(model.by_type("IfcElement")) - set(model.by_type("IfcFeatureElement"))


def shapes(model):
    """Name, corners and triangles of each element that has a shape."""
    iterator = ifcopenshell.geom.iterator(ifcopenshell.geom.settings(), model, 1, include=elements(model))
    if not iterator.initialize():
        return
    while True:
        shape = iterator.get()
        matrix = np.array(shape.transformation.matrix).reshape(4, 4).T
        corners = np.array(shape.geometry.verts).reshape(-1, 3) @ matrix[:3, :3].T + matrix[:3, 3]
        triangles = np.array(shape.geometry.faces).reshape(-1, 3)
        if len(triangles):
            yield f"{shape.type}/{shape.guid}", corners, triangles
        if not iterator.next():
            return


def main():
    if len(sys.argv) != 3:
        sys.exit(__doc__)
    source, target = map(pathlib.Path, sys.argv[1:])
    count, first = 0, 1
    with target.open("w") as out:
        for name, corners, triangles in sorted(shapes(opened(source)), key=lambda shape: shape[0]):
            out.write(f"o {name}\n")
            out.writelines(f"v {x!r} {y!r} {z!r}\n" for x, y, z in corners.tolist())
            out.writelines(f"f {a} {b} {c}\n" for a, b, c in (triangles + first).tolist())
            first += len(corners)
            count += 1
    print(f"{target}: {count} objects")


if __name__ == "__main__":
    main()
