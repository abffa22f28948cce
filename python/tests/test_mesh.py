"""Arrays in and out, and callers who mean no good."""

from __future__ import annotations

import pickle

import numpy as np
import pytest

import allide

POSITIONS = np.array([[0, 0, 0], [1, 0, 0], [0, 1, 0], [0, 0, 1]], np.float64)
TRIANGLES = np.array([[0, 2, 1], [0, 1, 3], [0, 3, 2], [1, 2, 3]], np.uint32)


@pytest.mark.parametrize("dtype", ["u4", "i4", "i8", "u8", "i2", "u1", ">i4"])
def test_whole_numbers_of_any_type_are_vertices(dtype: str) -> None:
    mesh = allide.Mesh(POSITIONS, TRIANGLES.astype(dtype))
    assert mesh.triangles.dtype == np.uint32 and (mesh.triangles == TRIANGLES).all()


@pytest.mark.parametrize("dtype", ["f8", "f4", "f2", ">f8", "i4", "u2"])
def test_numbers_that_become_float64_without_loss_are_positions(dtype: str) -> None:
    mesh = allide.Mesh(POSITIONS.astype(dtype), TRIANGLES)
    assert mesh.positions.dtype == np.float64 and (mesh.positions == POSITIONS).all()


def layouts() -> dict[str, np.ndarray]:
    wide = np.zeros((4, 6))
    wide[:, ::2] = POSITIONS
    unaligned = np.frombuffer(b"x" + POSITIONS.tobytes(), np.float64, offset=1).reshape(4, 3)
    assert not unaligned.flags.aligned
    read_only = POSITIONS.copy()
    read_only.flags.writeable = False
    return {
        "fortran": np.asfortranarray(POSITIONS),
        "strided": wide[:, ::2],
        "backwards": POSITIONS[::-1].copy()[::-1],
        "unaligned": unaligned,
        "read-only": read_only,
        "subclass": POSITIONS.view(type("Sub", (np.ndarray,), {})),
    }


@pytest.mark.parametrize("layout", layouts())
def test_any_layout_is_read(layout: str) -> None:
    assert (allide.Mesh(layouts()[layout], TRIANGLES).positions == POSITIONS).all()


def test_what_comes_out_is_no_copy_and_cannot_be_written_to() -> None:
    mesh = allide.Mesh(POSITIONS, TRIANGLES)
    for name in ("positions", "triangles"):
        one, other = getattr(mesh, name), getattr(mesh, name)
        assert np.shares_memory(one, other)
        with pytest.raises(ValueError, match="read-only"):
            one[0] = 7
        with pytest.raises(ValueError, match="WRITEABLE"):
            one.flags.writeable = True


def test_arrays_outlive_their_mesh() -> None:
    positions = allide.Mesh(np.arange(3_000_000.0).reshape(-1, 3), []).positions
    assert (positions.ravel() == np.arange(3_000_000)).all()


def test_a_mesh_does_not_change_with_its_array() -> None:
    positions = POSITIONS.copy()
    mesh = allide.Mesh(positions, TRIANGLES)
    positions[:] = np.nan
    assert (mesh.positions == POSITIONS).all()


def test_nothing_is_an_empty_mesh() -> None:
    for mesh in (allide.Mesh([], []), allide.Mesh(np.zeros((0, 3)), np.zeros((0, 3), int)), allide.Mesh(POSITIONS, [])):
        assert len(mesh.triangles) == 0 and np.isnan(mesh.bounds).all()


def test_meshes_travel_to_other_processes() -> None:
    mesh = pickle.loads(pickle.dumps(allide.Mesh(POSITIONS, TRIANGLES)))
    assert (mesh.positions == POSITIONS).all() and (mesh.triangles == TRIANGLES).all()


HOSTILE = [
    (np.zeros((4, 2)), TRIANGLES, allide.MeshError, r"positions have the shape \(4, 2\)"),
    (np.zeros(12), TRIANGLES, allide.MeshError, r"positions have the shape \(12\)"),
    (np.zeros((4, 3, 1)), TRIANGLES, allide.MeshError, "positions have the shape"),
    (np.float64(3), TRIANGLES, allide.MeshError, "positions have the shape"),
    (POSITIONS.astype(complex), TRIANGLES, allide.DtypeError, "positions have the dtype complex128"),
    (POSITIONS.astype(object), TRIANGLES, allide.DtypeError, "positions have the dtype object"),
    (POSITIONS.astype(np.longdouble), TRIANGLES, allide.DtypeError, "positions have the dtype"),
    (POSITIONS.astype(str), TRIANGLES, allide.DtypeError, "positions have the dtype"),
    (POSITIONS.astype(bool), TRIANGLES, allide.DtypeError, "positions have the dtype bool"),
    (POSITIONS.astype("M8[s]"), TRIANGLES, allide.DtypeError, "positions have the dtype datetime64"),
    (np.ma.array(POSITIONS, mask=POSITIONS > 0), TRIANGLES, allide.MeshError, "masked"),
    (None, TRIANGLES, allide.MeshError, "positions"),
    ("positions", TRIANGLES, allide.MeshError, "positions"),
    ([[0, 0, 0], [1, 1]], TRIANGLES, allide.MeshError, "positions are no array"),
    (np.where(POSITIONS == 1, np.nan, 0), TRIANGLES, allide.MeshError, "vertex 1 has the coordinate NaN"),
    (np.where(POSITIONS == 1, -np.inf, 0), TRIANGLES, allide.MeshError, "vertex 1 has the coordinate -inf"),
    (POSITIONS, TRIANGLES.astype(float), allide.DtypeError, "triangles have the dtype float64"),
    (POSITIONS, TRIANGLES.astype(bool), allide.DtypeError, "triangles have the dtype bool"),
    (POSITIONS, np.zeros((3, 4), int), allide.MeshError, r"triangles have the shape \(3, 4\)"),
    (POSITIONS, TRIANGLES + 1, allide.MeshError, "triangle 1 uses vertex 4, but there are 4"),
    (POSITIONS, TRIANGLES.astype(int) - 1, allide.MeshError, "triangle 0 uses vertex -1"),
    (POSITIONS, np.full((2, 3), 2**40), allide.MeshError, "triangle 0 uses vertex 1099511627776"),
    (POSITIONS, np.full((2, 3), 2**64 - 1, np.uint64), allide.MeshError, "triangle 0 uses vertex 18446744073709551615"),
    ([], TRIANGLES, allide.MeshError, "triangle 0 uses vertex 0, but there are 0"),
]


@pytest.mark.parametrize(("positions", "triangles", "error", "message"), HOSTILE, ids=range(len(HOSTILE)))
def test_bad_arrays_are_named(positions: object, triangles: object, error: type, message: str) -> None:
    with pytest.raises(error, match=message):
        allide.Mesh(positions, triangles)


def test_errors_have_place_number_and_limit_and_travel() -> None:
    with pytest.raises(allide.MeshError) as caught:
        allide.Mesh(POSITIONS, TRIANGLES + 1)
    for error in (caught.value, pickle.loads(pickle.dumps(caught.value))):
        assert (error.place, error.number, error.limit) == ("triangle 1", 4, 4)
        assert isinstance(error, allide.Error) and isinstance(error, ValueError)


class Lying(np.ndarray):
    """An array that raises when it is looked at."""

    @property
    def mask(self) -> object:
        raise RuntimeError("not today")


def test_an_array_that_raises_does_so_here() -> None:
    with pytest.raises(RuntimeError, match="not today"):
        allide.Mesh(POSITIONS.view(Lying), TRIANGLES)


POSES = [
    (np.eye(3), "shape"),
    (np.zeros((4, 4)), "last row"),
    (np.full((4, 4), np.nan), "NaN"),
    (np.eye(4, dtype=complex), "dtype complex128"),
    (np.stack([np.eye(4)] * 2), "2 poses; one is needed"),
    ("pose", "shape"),
]


@pytest.mark.parametrize(("pose", "message"), POSES, ids=range(len(POSES)))
def test_bad_poses_are_named(pose: object, message: str) -> None:
    scene = allide.Scene()
    lid = scene.add("lid", allide.examples.box())
    with pytest.raises(allide.PoseError, match=message):
        scene.set_pose(lid, pose)
    assert (scene.pose(lid) == np.eye(4)).all()


def test_a_pose_beyond_the_largest_number_names_the_object(engine: allide.Engine) -> None:
    scene = allide.Scene()
    for name in ("lid", "base"):
        scene.add(name, allide.examples.box(), np.diag([1e308] * 3 + [1]) @ allide.translation(1.7, 1, 1))
    with pytest.raises(allide.PoseError, match="lid") as caught:
        engine.run(scene, allide.Overlaps())
    assert caught.value.place == "lid"
