"""Checks PLY and VTP files of allide check --export with trimesh and VTK.

    pip install trimesh vtk && python check.py clashes.ply clashes.vtp
"""

import sys

import numpy


def check_ply(path):
    import trimesh

    mesh = trimesh.load(path, process=False)
    data = mesh.metadata["_ply_raw"]
    faces, lines = data["face"]["data"], data["line"]["data"]
    findings = set(faces["finding"].ravel().tolist()) | set(lines["finding"].ravel().tolist())
    assert len(mesh.faces) == len(faces) and len(mesh.visual.vertex_colors) == len(mesh.vertices)
    assert findings == set(range(1, len(findings) + 1)), "numbers have gaps"
    print(f"{path}: trimesh: {len(findings)} findings, {len(faces)} triangles, {len(lines)} lines")


def check_vtp(path):
    import vtk
    from vtk.util.numpy_support import vtk_to_numpy

    reader = vtk.vtkXMLPolyDataReader()
    errors = []
    reader.AddObserver("ErrorEvent", lambda *_: errors.append(path))
    reader.SetFileName(path)
    reader.Update()
    data = reader.GetOutput()
    assert not errors, "VTK reports errors"
    cells = data.GetCellData()
    arrays = {cells.GetArrayName(k): vtk_to_numpy(cells.GetArray(k)) for k in range(cells.GetNumberOfArrays())}
    names = ["kind", "class", "finding", "object_a", "object_b", "object", "triangle", "penetration", "depth", "distance"]
    assert sorted(arrays) == sorted(names), sorted(arrays)
    assert all(len(array) == data.GetNumberOfCells() for array in arrays.values())
    lines = data.GetNumberOfLines()
    assert (arrays["kind"][:lines] == 0).all() and (arrays["kind"][lines:] > 0).all()
    fields = data.GetFieldData()
    titles = fields.GetAbstractArray("finding_names")
    findings = numpy.unique(arrays["finding"])
    assert titles.GetNumberOfValues() == len(findings) == (findings.max() if len(findings) else 0)
    first = titles.GetValue(0) if len(findings) else "none"
    print(f"{path}: VTK: {len(findings)} findings ({first}), {data.GetNumberOfPolys()} polygons, {lines} lines")


for path in sys.argv[1:]:
    (check_ply if path.lower().endswith(".ply") else check_vtp)(path)
