"""The manager with trimesh's names.

Written anew after the tests of trimesh 5.2, with our manager in the place of trimesh's. Where an answer is another, a comment says
why.
"""

from __future__ import annotations

import numpy as np
import pytest

import allide
from allide.collision import CollisionManager, scene_to_collision

trimesh = pytest.importorskip("trimesh", reason="trimesh is not installed: nothing is compared with it")


def at(x: float) -> np.ndarray:
    return allide.translation(x, 0, 0)


@pytest.fixture
def cube() -> object:
    """The cube of trimesh's tests, whose corners are not shared."""
    box = trimesh.creation.box()
    return trimesh.Trimesh(box.triangles.reshape(-1, 3), np.arange(36).reshape(-1, 3), process=True)


def test_collision(cube: object) -> None:
    m = CollisionManager()
    m.add_object("cube0", cube)
    m.add_object("cube1", cube, at(5))
    assert m.in_collision_single(cube) is True

    ret, names, data = m.in_collision_single(cube, at(5), return_names=True, return_data=True)
    assert ret is True and names == {"cube1"} and len(data) > 0
    for contact in data:
        # FCL tells one contact, at (5, -0.5, 0.5), along x. All corners and all axes are as good, and here is one for each two
        # triangles that meet.
        assert np.abs(contact.point - [5, 0, 0]).max() <= 0.5 + 1e-12
        assert contact.depth == pytest.approx(1.0)
        assert sorted(np.abs(contact.normal)) == pytest.approx([0, 0, 1])
        assert contact.names == {"cube1", "__external"} and 0 <= contact.index("cube1") < 12

    ret, names, data = m.in_collision_single(cube, at(-5), return_names=True, return_data=True)
    assert ret is False and names == set() and data == []
    assert m.in_collision_internal() is False

    m.add_object("cube2", cube, at(5))
    assert m.in_collision_internal(return_names=True) == (True, {("cube1", "cube2")})
    m.set_transform("cube2", at(-5))
    assert m.in_collision_internal() is False
    m.set_transform("cube2", at(5))
    assert m.in_collision_internal() is True
    m.remove_object("cube2")
    assert m.in_collision_internal() is False

    n = CollisionManager()
    n.add_object("cube0", cube, at(-5))
    assert m.in_collision_other(n) is False
    n.add_object("cube3", cube, at(5))
    assert m.in_collision_other(n) is True
    assert m.in_collision_other(n, return_names=True) == (True, {("cube1", "cube3")})


def test_random_spheres() -> None:
    random = np.random.default_rng(0)
    spheres = [trimesh.creation.icosphere(1, i[0]).apply_translation(i[1:] * 100) for i in random.random((200, 4))]
    manager, objects = scene_to_collision(trimesh.Scene(spheres))
    assert len(objects) == 200 and isinstance(manager.in_collision_internal(), bool)


def test_distance(cube: object) -> None:
    m = CollisionManager()
    m.add_object("cube1", cube, at(5))
    assert m.min_distance_single(cube) == pytest.approx(4.0)
    assert m.min_distance_single(cube, at(5.75)) == pytest.approx(-0.25)
    assert m.min_distance_single(cube, return_name=True) == (pytest.approx(4.0), "cube1")
    m.add_object("cube2", cube, at(-5))
    assert m.min_distance_single(cube, at(2), return_name=True) == (pytest.approx(2.0), "cube1")
    assert m.min_distance_single(cube, at(-2), return_name=True) == (pytest.approx(2.0), "cube2")
    assert m.min_distance_internal(return_names=True) == (pytest.approx(9.0), ("cube1", "cube2"))
    m.add_object("cube3", cube, at(2))
    assert m.min_distance_internal(return_names=True) == (pytest.approx(2.0), ("cube1", "cube3"))
    m.set_transform("cube3", at(-2))
    assert m.min_distance_internal(return_names=True) == (pytest.approx(2.0), ("cube2", "cube3"))
    assert m.min_distance_internal(name="cube1", return_names=True) == (pytest.approx(6.0), ("cube1", "cube3"))

    m, n = CollisionManager(), CollisionManager()
    m.add_object("cube0", cube)
    m.add_object("cube1", cube, at(5))
    n.add_object("cube4", cube, at(-5))
    for expected in [(4.0, ("cube0", "cube4")), (1.0, ("cube0", "cube5"))]:
        dist, names, data = m.min_distance_other(n, return_names=True, return_data=True)
        assert (dist, names) == (pytest.approx(expected[0]), expected[1])
        assert np.linalg.norm(data.point(names[0]) - data.point(names[1])) == pytest.approx(dist)
        for manager, name in zip((m, n), names):
            corners = cube.triangles[data.index(name)] + manager._scene.pose(manager._id(name))[:3, 3]  # type: ignore[attr-defined]
            assert trimesh.triangles.closest_point(corners[None], data.point(name)[None]) == pytest.approx(data.point(name)[None])
        n.add_object("cube5", cube, at(-2))


def test_every_pair_is_named() -> None:
    """FCL stopped at a number of contacts, and left pairs out."""
    anvil = trimesh.creation.box(extents=[200, 200, 200])
    profile = np.array([[0, 3.0], [3, 3], [3, 75], [127, 75], [127, 580], [0, 580]])
    probe = trimesh.creation.revolve(profile, sections=32)
    batch, count = CollisionManager(), 60
    for i in range(count):
        batch.add_object(f"probe_{i}", probe, at((i / count - 0.5) * 30) @ allide.translation(0, 0, -50))
    hit, reported = batch.in_collision_single(anvil, return_names=True)
    assert hit and reported == {f"probe_{i}" for i in range(count)}


def test_managers_agree_with_those_of_trimesh() -> None:
    """Random boxes and balls, where FCL is installed."""
    pytest.importorskip("fcl", reason="python-fcl is not installed: answers are not compared with it")
    random = np.random.default_rng(1)
    ours, theirs = CollisionManager(), trimesh.collision.CollisionManager()
    shapes = [trimesh.creation.box(), trimesh.creation.icosphere(2)]
    for k in range(40):
        pose = trimesh.transformations.random_rotation_matrix(random.random(3))
        pose[:3, 3] = 8 * random.random(3)
        for manager in (ours, theirs):
            manager.add_object(str(k), shapes[k % 2], pose)
    _, expected = theirs.in_collision_internal(return_names=True)
    assert ours.in_collision_internal(return_names=True) == (True, expected)


def test_what_differs_from_trimesh_is_what_it_says() -> None:
    shell = trimesh.creation.annulus(1, 3, 2)
    inside, hole = trimesh.creation.box(extents=[0.2] * 3), at(2)
    m = CollisionManager()
    m.add_object("ring", shell)
    # Inside the wall, without touching it: a collision. In the hole: none.
    assert m.in_collision_single(inside, hole) is True and m.in_collision_single(inside) is False
    ret, data = m.in_collision_single(inside, hole, return_data=True)
    assert ret and len(data) == 1 and data[0].index("ring") == -1 and data[0].depth > 0.2
    assert m.min_distance_single(inside, hole) < 0 < m.min_distance_single(inside)
    # A surface that is not closed has no inside, and whoever is in it is reported by name or not at all.
    open_box = trimesh.creation.box(extents=[4, 4, 4])
    open_box.update_faces(np.arange(12) > 0)
    n = CollisionManager()
    n.add_object("open", open_box)
    assert n.in_collision_single(inside) is False
    assert n.in_collision_single(inside, return_names=True) == (False, set())
    assert CollisionManager().min_distance_internal() == np.inf


def test_a_mesh_that_changes_is_seen(cube: object) -> None:
    m = CollisionManager()
    m.add_object("cube", cube)
    assert m.in_collision_single(cube) is True
    known = m._mesh(cube)
    assert m._mesh(cube) is known
    cube.apply_translation([5, 0, 0])  # type: ignore[attr-defined]
    assert m._mesh(cube) is not known and m.in_collision_single(cube) is False


def test_unknown_names_are_refused(cube: object) -> None:
    m = CollisionManager()
    with pytest.raises(ValueError, match="nobody not in collision manager!"):
        m.remove_object("nobody")
    with pytest.raises(ValueError, match="nobody not in collision manager!"):
        m.set_transform("nobody", np.eye(4))
    with pytest.raises(ValueError, match=r"transform must be \(4,4\)!"):
        m.add_object("cube", cube, np.eye(3))
