"""The light of a staged table, followed by Cycles, the path tracer of Blender (package bpy)."""

import contextlib
import math
import os
import sys
import tempfile
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path
from typing import Any

import numpy as np

from scene_camera import Camera
from scene_faces import Array, BadInput
from traced_light import Lamp, Lighting
from traced_scene import Staged
from traced_shapes import FOOT, RIM, TOP
from traced_surfaces import Surfaces
from traced_things import Solid

UNIT = 0.01
"""Blender units a mm: cards a few hundredths thick are far from the tracer's own epsilons."""
SENSOR_MM = 36.0


def blender() -> Any:
    """The package bpy; BadInput where it is missing."""
    try:
        with _hushed():
            return import_module("bpy")
    except ImportError as error:
        wanted = "expected Blender here, for Python 3.11: pip install --no-deps bpy==5.0.1"
        raise BadInput(f"{error}; {wanted}") from error


@contextlib.contextmanager
def _hushed() -> Iterator[None]:
    """Nothing that Blender or what it loads writes to the terminal gets there."""
    sys.stdout.flush()
    sys.stderr.flush()
    kept = [os.dup(stream) for stream in (1, 2)]
    nowhere = os.open(os.devnull, os.O_WRONLY)
    try:
        for stream in (1, 2):
            os.dup2(nowhere, stream)
        yield
    finally:
        sys.stdout.flush()
        sys.stderr.flush()
        for stream, old in zip((1, 2), kept, strict=True):
            os.dup2(old, stream)
            os.close(old)
        os.close(nowhere)


def traced(bpy: Any, staged: Staged, *, samples: int, threads: int, seed: int) -> Array:
    """(h, w, 3) float32 BGR of the light that reaches the camera, linear."""
    with _hushed(), tempfile.TemporaryDirectory() as folder:
        bpy.ops.wm.read_factory_settings(use_empty=True)
        scene = bpy.context.scene
        _set_up(scene, staged.camera.size_px, samples, threads, seed)
        surfaces = Surfaces(bpy, UNIT)
        for solid in staged.solids:
            _add_solid(bpy, surfaces, solid)
        _add_light(bpy, staged.lighting)
        _add_camera(bpy, staged.camera, staged.aperture_mm)
        path = Path(folder) / "light.exr"
        scene.render.filepath = str(path)
        bpy.ops.render.render(write_still=True)
        return _read(bpy, path)


def _set_up(scene: Any, size_px: tuple[int, int], samples: int, threads: int, seed: int) -> None:
    scene.render.engine = "CYCLES"
    scene.render.resolution_x, scene.render.resolution_y = size_px
    scene.render.resolution_percentage = 100
    scene.render.threads_mode = "FIXED"
    scene.render.threads = threads
    scene.render.image_settings.file_format = "OPEN_EXR"
    scene.render.image_settings.color_depth = "32"
    scene.render.use_compositing = False
    scene.render.use_sequencer = False
    cycles = scene.cycles
    cycles.device = "CPU"
    cycles.samples = samples
    cycles.seed = seed % 2**31
    cycles.use_adaptive_sampling = True
    cycles.adaptive_threshold = 0.05
    cycles.adaptive_min_samples = min(8, samples)
    cycles.use_light_tree = False
    cycles.use_denoising = True
    cycles.denoiser = "OPENIMAGEDENOISE"
    cycles.denoising_input_passes = "RGB_ALBEDO_NORMAL"
    cycles.denoising_prefilter = "FAST"
    cycles.max_bounces = 3
    cycles.diffuse_bounces = 2
    cycles.glossy_bounces = 2
    cycles.caustics_reflective = False
    cycles.caustics_refractive = False
    cycles.sample_clamp_indirect = 5.0


def _points(points_mm: Array) -> Array:
    """(n, 3) Blender units; Blender's y points away from the player."""
    flipped: Array = points_mm * (UNIT, -UNIT, UNIT)
    return flipped


def _add_solid(bpy: Any, surfaces: Surfaces, solid: Solid) -> None:
    meshes = solid.meshes
    starts = np.cumsum([0, *(len(m.points_mm) for m in meshes[:-1])]).tolist()
    faces = [
        tuple(k + start for k in face)
        for mesh, start in zip(meshes, starts, strict=True)
        for face in mesh.faces
    ]
    data = bpy.data.meshes.new("solid")
    data.from_pydata(_points(np.vstack([m.points_mm for m in meshes])).tolist(), [], faces)
    data.polygons.foreach_set("material_index", [part for m in meshes for part in m.parts])
    data.shade_smooth()
    uv = np.vstack([m.uv for m in meshes]) * (1, -1) + (0, 1)
    corners = np.concatenate([np.asarray(face) for face in faces])
    data.uv_layers.new().data.foreach_set("uv", uv[corners].ravel())
    for part in (TOP, RIM, FOOT):
        data.materials.append(surfaces.material(solid.looks.get(part, solid.looks[TOP])))
    made = bpy.data.objects.new("solid", data)
    bpy.context.scene.collection.objects.link(made)
    if solid.fuse_mm:
        fuse = made.modifiers.new("fuse", "REMESH")
        fuse.mode = "VOXEL"
        fuse.voxel_size = solid.fuse_mm * UNIT
        fuse.use_smooth_shade = True
        smooth = made.modifiers.new("smooth", "SMOOTH")
        smooth.factor, smooth.iterations = 0.5, 8


def _add_light(bpy: Any, lighting: Lighting) -> None:
    world = bpy.data.worlds.new("world")
    bpy.context.scene.world = world
    background = world.node_tree.nodes["Background"]
    background.inputs["Color"].default_value = (*lighting.around_rgb, 1.0)
    background.inputs["Strength"].default_value = lighting.around
    for lamp in lighting.lamps:
        _add_lamp(bpy, lamp)


def _add_lamp(bpy: Any, lamp: Lamp) -> None:
    from_table = np.array(lamp.at_mm) - (*lamp.aims_mm, 0.0)
    distance = float(np.linalg.norm(from_table))
    slant = float(from_table[2]) / distance
    data = bpy.data.lights.new("lamp", "AREA")
    data.shape = "RECTANGLE"
    data.size, data.size_y = (side * UNIT for side in lamp.size_mm)
    data.color = lamp.rgb
    data.energy = lamp.share * math.pi**2 * (distance * UNIT) ** 2 / slant
    made = bpy.data.objects.new("lamp", data)
    made.location = _points(np.array((lamp.at_mm,)))[0].tolist()
    mathutils: Any = import_module("mathutils")
    facing = mathutils.Vector(_points(-from_table[None])[0].tolist())
    made.rotation_mode = "QUATERNION"
    made.rotation_quaternion = facing.to_track_quat("-Z", "Y")
    made.visible_camera = False
    bpy.context.scene.collection.objects.link(made)


def _add_camera(bpy: Any, camera: Camera, aperture_mm: float) -> None:
    data = bpy.data.cameras.new("camera")
    data.sensor_fit = "HORIZONTAL"
    data.sensor_width = SENSOR_MM
    data.lens = camera.focal_px / camera.size_px[0] * SENSOR_MM
    data.clip_start, data.clip_end = 10 * UNIT, 20000 * UNIT
    data.dof.use_dof = True
    data.dof.focus_distance = camera.distance_mm * UNIT
    # Blender takes a lens's mm for thousandths of a unit.
    data.dof.aperture_fstop = data.lens * 1e-3 / (aperture_mm * UNIT)
    made = bpy.data.objects.new("camera", data)
    mathutils: Any = import_module("mathutils")
    made.matrix_world = mathutils.Matrix(camera_matrix(camera).tolist())
    bpy.context.scene.collection.objects.link(made)
    bpy.context.scene.camera = made


def camera_matrix(camera: Camera) -> Array:
    """(4, 4) from Blender's camera, which looks along -z with y up, to Blender units."""
    to_camera = camera.rotation @ np.diag((1.0, -1.0, 1.0))
    matrix = np.eye(4)
    matrix[:3, :3] = to_camera.T @ np.diag((1.0, -1.0, -1.0))
    matrix[:3, 3] = to_camera.T @ (0.0, 0.0, -camera.distance_mm * UNIT)
    return matrix


def _read(bpy: Any, path: Path) -> Array:
    picture = bpy.data.images.load(str(path))
    width, height = picture.size
    rgba = np.empty(width * height * 4, np.float32)
    picture.pixels.foreach_get(rgba)
    return np.ascontiguousarray(rgba.reshape(height, width, 4)[::-1, :, 2::-1])
