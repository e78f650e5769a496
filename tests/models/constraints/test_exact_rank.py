"""The rank of loops over a prime field: by which way it is found, that it is that of the books, and that it objects."""

from __future__ import annotations

from dataclasses import replace

import pytest

import linkwright as lw
from linkwright.models.constraints.exact_rank import FieldRank, field_rank
from linkwright.models.constraints.loop_equations import with_cut_joints_in_tree
from linkwright.models.constraints.loop_report import LoopAnalysis
from linkwright.models.constraints.mobility_analysis import MobilityAnalysis, analyze_mobility

# (equations, rank, freedoms): the rank of a planar loop is 2 with its pivot held in space; Bennett 1903, Sarrus 1853
BOOKS = {
    "four_bar": (5, 2, 1), "five_bar": (5, 2, 2), "slider_crank": (5, 2, 1), "inverted_slider_crank": (5, 2, 1),
    "watt_six_bar": (10, 4, 1), "andrews": (15, 6, 1), "palletizer_loops": (10, 4, 4), "p3rpr": (15, 6, 3),
    "parallelogram": (5, 2, 1), "sr400": (5, 2, 6), "bennett": (5, 2, 1), "spherical_four_bar": (5, 2, 1),
    "p3rrr": (15, 6, 3), "picker": (15, 6, 2),
}  # fmt: skip
BY_LENGTHS = {"four_bar", "five_bar", "slider_crank", "inverted_slider_crank", "watt_six_bar", "andrews",
              "palletizer_loops", "p3rpr"}  # fmt: skip


def found_in(robot: lw.Robot) -> tuple[MobilityAnalysis, FieldRank | None]:
    tree = with_cut_joints_in_tree(robot)
    found = analyze_mobility(tree)
    return found, field_rank(found, tree)


@pytest.mark.parametrize("name", BOOKS)
def test_the_rank_in_the_field_is_that_of_the_books(name: str):
    found, exact = found_in(lw.load(name))
    assert (len(found.names), len(found.kept), len(found.split.independent)) == BOOKS[name]
    assert exact is not None
    assert exact.way == ("lengths" if name in BY_LENGTHS else "formulas")
    assert 0 < exact.error < 1e-12


@pytest.mark.parametrize("name", ["four_bar", "slider_crank", "parallelogram", "spherical_four_bar", "p3prr"])
def test_numbers_are_closed_by_formulas(name: str):
    _, exact = found_in(lw.load(name).with_numbers())
    assert exact is not None
    assert exact.way == "formulas"
    assert exact.error < 1e-12


@pytest.mark.parametrize("name", ["sarrus", "gough_stewart"])
def test_where_only_an_iteration_closes_or_roots_are_too_many_the_reals_decide(name: str):
    found = lw.mobility(lw.load(name))
    assert isinstance(found, LoopAnalysis)
    assert (found.exact, found.rank_by) == (None, "reals")
    assert found.decided.startswith("300-bit reals")
    assert found.error == found.tolerance < 1e-40


def test_the_report_says_how_and_how_likely_it_is_wrong():
    found = lw.mobility(lw.load("four_bar").with_numbers())
    assert isinstance(found, LoopAnalysis)
    assert found.decided == (
        f"a prime field, at 2 random points closed by the formulas of the joints: exactly, but for a probability of "
        f"{found.error:.0e}"
    )
    assert found.data()["rank_by"] == "prime field"
    assert found.data()["error"] == found.error < 1e-12


@pytest.mark.parametrize("numbers", [False, True])
def test_another_rank_or_a_singular_choice_is_not_confirmed(numbers: bool):
    """Equations that are kept must be independent, none may be missing, and dependent joints must follow from them."""
    robot = lw.load("palletizer_loops")
    tree = with_cut_joints_in_tree(robot.with_numbers() if numbers else robot)
    found = analyze_mobility(tree)
    redundant = next(k for k in range(len(found.names)) if k not in found.kept)
    split = found.split
    swapped = replace(split, independent=(*split.independent[1:], split.dependent[0]),
                      dependent=(split.independent[0], *split.dependent[1:]))  # fmt: skip
    assert found.names[redundant].endswith(("_z", "_wx", "_wy"))
    for wrong in (
        replace(found, kept=found.kept[1:]), replace(found, kept=(*found.kept, redundant)),
        replace(found, kept=(redundant, *found.kept[1:])), replace(found, split=swapped),
    ):  # fmt: skip
        assert field_rank(wrong, tree) is None


def test_a_linkage_that_closes_to_its_digits_only_is_left_to_the_reals():
    """Bennett's condition sin(alpha)/a holds for no decimals of these angles."""
    _, exact = found_in(lw.load("bennett").with_numbers())
    assert exact is None
