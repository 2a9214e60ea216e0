"""Looks as Blender's materials."""

from typing import Any

import cv2
import numpy as np

from scene_faces import Array
from traced_things import Grain, Look


class Surfaces:
    """The materials of one scene, each made once."""

    def __init__(self, bpy: Any, unit: float) -> None:
        """`unit`: Blender units a mm."""
        self._bpy = bpy
        self._unit = unit
        self._made: dict[int, tuple[Look, Any]] = {}

    def material(self, look: Look) -> Any:
        """The material of a look."""
        if id(look) not in self._made:
            # The look is kept, too: its id is its own only as long as it lives.
            self._made[id(look)] = (look, self._make(look))
        return self._made[id(look)][1]

    def _make(self, look: Look) -> Any:
        material = self._bpy.data.materials.new("look")
        tree = material.node_tree
        shader = tree.nodes["Principled BSDF"]
        values = {
            "Roughness": look.roughness,
            "Coat Weight": look.coat,
            "Coat Roughness": look.coat_roughness,
            "Metallic": look.metal,
            "Sheen Weight": look.fuzz * 0.3,
            "Base Color": (*_linear(look.bgr), 1.0),
        }
        for name, value in values.items():
            shader.inputs[name].default_value = value
        colour = None
        if look.picture is not None:
            colour = self._picture(tree, look.picture)
            tree.links.new(colour, shader.inputs["Base Color"])
        if look.grain is not None:
            self._rough_up(tree, shader, look, look.grain, colour)
        return material

    def _picture(self, tree: Any, picture: Array) -> Any:
        """The socket that gives the picture's colour."""
        h, w = picture.shape[:2]
        image = self._bpy.data.images.new("picture", w, h, alpha=False)
        rgba = cv2.cvtColor(picture, cv2.COLOR_BGR2RGBA)[::-1].astype(np.float32) / 255
        image.pixels.foreach_set(rgba.ravel())
        node = tree.nodes.new("ShaderNodeTexImage")
        node.image = image
        node.interpolation = "Cubic"
        node.extension = "EXTEND"
        return node.outputs["Color"]

    def _rough_up(self, tree: Any, shader: Any, look: Look, grain: Grain, colour: Any) -> None:
        """Bumps in the shader's surface, darker in their hollows."""
        height = self._height(tree, grain)
        bump = tree.nodes.new("ShaderNodeBump")
        bump.inputs["Strength"].default_value = 1.0
        bump.inputs["Distance"].default_value = grain.depth_mm * self._unit
        tree.links.new(height, bump.inputs["Height"])
        tree.links.new(bump.outputs["Normal"], shader.inputs["Normal"])
        if not grain.shade:
            return
        shade = tree.nodes.new("ShaderNodeMapRange")
        shade.inputs["To Min"].default_value = 1 - grain.shade
        shade.inputs["To Max"].default_value = 1 + 0.5 * grain.shade
        tree.links.new(height, shade.inputs["Value"])
        darker = tree.nodes.new("ShaderNodeVectorMath")
        darker.operation = "MULTIPLY"
        darker.inputs[0].default_value = _linear(look.bgr)
        if colour is not None:
            tree.links.new(colour, darker.inputs[0])
        tree.links.new(shade.outputs["Result"], darker.inputs[1])
        tree.links.new(darker.outputs["Vector"], shader.inputs["Base Color"])

    def _height(self, tree: Any, grain: Grain) -> Any:
        """The socket that gives the grain's height, 0 to 1."""
        place = tree.nodes.new("ShaderNodeTexCoord").outputs["Object"]
        per_unit = 1 / (grain.pitch_mm * self._unit)
        if grain.kind == "weave":
            return self._weave(tree, place, per_unit)
        stretch = tree.nodes.new("ShaderNodeVectorMath")
        stretch.operation = "MULTIPLY"
        stretch.inputs[1].default_value = (1, 0.06, 1) if grain.kind == "streaks" else (1, 1, 1)
        tree.links.new(place, stretch.inputs[0])
        noise = tree.nodes.new("ShaderNodeTexNoise")
        noise.inputs["Scale"].default_value = per_unit
        noise.inputs["Detail"].default_value = 1.0
        tree.links.new(stretch.outputs["Vector"], noise.inputs["Vector"])
        return noise.outputs["Fac"]

    def _weave(self, tree: Any, place: Any, per_unit: float) -> Any:
        """Threads that cross."""
        threads = []
        for way in ("X", "Y"):
            wave = tree.nodes.new("ShaderNodeTexWave")
            wave.bands_direction = way
            # A wave of scale 1 has 20 radians a unit.
            wave.inputs["Scale"].default_value = per_unit * 2 * np.pi / 20
            wave.inputs["Distortion"].default_value = 0.8
            tree.links.new(place, wave.inputs["Vector"])
            threads.append(wave.outputs["Fac"])
        crossed = tree.nodes.new("ShaderNodeMath")
        crossed.operation = "MULTIPLY"
        tree.links.new(threads[0], crossed.inputs[0])
        tree.links.new(threads[1], crossed.inputs[1])
        return crossed.outputs["Value"]


def _linear(bgr: tuple[float, float, float]) -> tuple[float, float, float]:
    """RGB 0 to 1, linear, of a colour as pictures hold it."""
    r, g, b = ((v / 255 + 0.055) / 1.055 for v in bgr[::-1])
    return r**2.4, g**2.4, b**2.4
