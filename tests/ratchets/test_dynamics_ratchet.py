"""Operation counts of the dynamic models that may only go down, and that are below those of the peers.

Additions and multiplications, those of parameters alone included. Like is compared with like: SymPyBotics has standard
parameters, no friction and no rotors; OpenSYMORO has friction and rotors where the robot has them, standard and base
parameters, and dead code removed.
"""

from __future__ import annotations

from collections.abc import Mapping

import pytest

import linkwright as lw

SYMPYBOTICS = {  # its own output (SymPy 1.14): symbolic lengths, exact twists, standard parameters
    "planar(2)": {"gravity_vector": 7 + 15, "coriolis_vector": 7 + 14, "coriolis_matrix": 13 + 21,
                  "inertia_matrix": 7 + 9},
    "stanford": {"gravity_vector": 54 + 82, "coriolis_vector": 255 + 306, "coriolis_matrix": 1770 + 1734,
                 "inertia_matrix": 243 + 318},
    "puma560": {"gravity_vector": 66 + 100, "coriolis_vector": 284 + 341, "coriolis_matrix": 2429 + 2421,
                "inertia_matrix": 313 + 391},
    "rx90": {"gravity_vector": 57 + 89, "coriolis_vector": 258 + 314, "coriolis_matrix": 2212 + 2171,
             "inertia_matrix": 270 + 343},
    "ur5": {"gravity_vector": 72 + 119, "coriolis_vector": 376 + 474, "coriolis_matrix": 2941 + 2993,
            "inertia_matrix": 327 + 397},
    "lwr4plus": {"gravity_vector": 74 + 112, "coriolis_vector": 316 + 383, "coriolis_matrix": 4246 + 4392,
                 "inertia_matrix": 475 + 624},
    "wam7": {"gravity_vector": 93 + 143, "coriolis_vector": 447 + 558, "coriolis_matrix": 5598 + 6046,
             "inertia_matrix": 605 + 776},
}  # fmt: skip

OPENSYMORO: dict[str, dict[str, tuple[int, int | None]]] = {  # standard, base; None: no result
    "rx90": {"inertia_matrix": (157 + 206, 137 + 195), "bias_vector": (281 + 332, 225 + 288),
             "forward_dynamics": (696 + 897, 644 + 876)},
    "puma560": {"inertia_matrix": (195 + 273, 167 + 247), "bias_vector": (291 + 343, 235 + 299),
                "forward_dynamics": (775 + 987, 723 + 966)},
    "stanford": {"inertia_matrix": (131 + 149, 109 + 147), "bias_vector": (270 + 318, 207 + 261),
                 "forward_dynamics": (621 + 779, 558 + 746)},
    "sr400": {"inertia_matrix": (227 + 297, 189 + 264), "bias_vector": (380 + 464, 303 + 402),
              "forward_dynamics": (979 + 1273, 901 + 1239)},
    "lwr4plus": {"inertia_matrix": (209 + 280, 186 + 269), "forward_dynamics": (831 + 1063, None)},
    "spatial(6)": {"inertia_matrix": (588 + 837, 509 + 720), "bias_vector": (417 + 523, 364 + 473),
                   "forward_dynamics": (1501 + 1964, None)},
}  # fmt: skip

OURS = {  # base parameters, without friction and rotors
    "rx90": {"gravity_vector": 54, "coriolis_vector": 363, "coriolis_matrix": 745, "inertia_matrix": 206,
             "inertia_matrix_dot": 469, "forward_dynamics": 713, "inverse_inertia_matrix": 422},
    "puma560": {"gravity_vector": 54, "coriolis_vector": 380, "coriolis_matrix": 850, "inertia_matrix": 254,
                "inertia_matrix_dot": 547, "forward_dynamics": 778, "inverse_inertia_matrix": 470},
    "stanford": {"gravity_vector": 53, "coriolis_vector": 349, "coriolis_matrix": 624, "inertia_matrix": 180,
                 "inertia_matrix_dot": 393, "forward_dynamics": 676, "inverse_inertia_matrix": 395},
    "lwr4plus": {"gravity_vector": 82, "coriolis_vector": 468, "coriolis_matrix": 1104, "inertia_matrix": 298,
                 "inertia_matrix_dot": 690, "forward_dynamics": 1000, "inverse_inertia_matrix": 641},
    "wam7": {"gravity_vector": 82, "coriolis_vector": 496, "coriolis_matrix": 1217, "inertia_matrix": 342,
             "inertia_matrix_dot": 773, "forward_dynamics": 1068, "inverse_inertia_matrix": 685},
}  # fmt: skip


def pairs(table: Mapping[str, Mapping[str, object]]) -> list[tuple[str, str]]:
    return [(robot, model) for robot, row in table.items() for model in row]


@pytest.mark.parametrize(("name", "model"), pairs(SYMPYBOTICS))
def test_fewer_operations_than_sympybotics(name, model):
    robot = lw.load(name).without("friction", "rotors")
    assert lw.model(robot, model).cost.total < SYMPYBOTICS[name][model]


@pytest.mark.parametrize(("name", "model"), pairs(OPENSYMORO))
def test_fewer_operations_than_opensymoro(name, model):
    robot = lw.load(name).tree()
    standard, base = OPENSYMORO[name][model]
    assert lw.model(robot, model).cost.total < standard
    if base is not None:
        assert lw.model(robot, model, parameters="base").cost.total < base


@pytest.mark.parametrize(("name", "model"), pairs(OURS))
def test_the_count_of_a_model_does_not_rise(name, model):
    robot = lw.load(name).without("friction", "rotors")
    assert lw.model(robot, model, parameters="base").cost.total <= OURS[name][model]


def test_the_coriolis_matrix_takes_less_than_a_fifth_of_the_peers_operations():
    for name, row in SYMPYBOTICS.items():
        if name != "planar(2)":
            robot = lw.load(name).without("friction", "rotors")
            assert lw.model(robot, "coriolis_matrix").cost.total < 0.2 * row["coriolis_matrix"], name


FLOATING = {"standard": (606, 778, 593, 571), "base": (531, 706, 529, 546)}  # OpenSYMORO's additions, products; ours


@pytest.mark.parametrize("parameters", FLOATING)
def test_fewer_additions_and_fewer_products_than_opensymoro_for_a_floating_arm(parameters, shared):
    """The floating RX90, with friction and rotors: ours solve for the acceleration of the base as well."""
    add, mul, our_add, our_mul = FLOATING[parameters]
    cost = lw.model(lw.load(shared / "robots" / "Floating_RX90.par"), "inverse_dynamics", parameters).cost
    assert cost.add + cost.setup_add <= our_add < add
    assert cost.mul + cost.setup_mul <= our_mul < mul


@pytest.mark.parametrize("parameters", ["standard", "base"])
@pytest.mark.parametrize("n", [9, 11, 12, 14])
def test_forward_dynamics_of_long_chains_is_below_the_best_published_formula(n, parameters):
    """McMillan & Orin (1995), articulated bodies by successive axial screws: 224 n - 259 products, 205 n - 248 sums."""
    cost = lw.model(lw.spatial(n), "forward_dynamics", parameters).cost
    assert cost.mul + cost.setup_mul < 224 * n - 259
    assert cost.add + cost.setup_add < 205 * n - 248


def test_forward_dynamics_goes_over_to_articulated_bodies_where_these_are_cheaper():
    assert lw.model(lw.spatial(11), "forward_dynamics", "base").cost.total <= 3796
    assert lw.model(lw.spatial(12), "forward_dynamics", "base").cost.total <= 4193
