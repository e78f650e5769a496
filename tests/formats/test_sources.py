"""A robot is read from bytes with a name as it is from a file of that name: the same robot, or the same error."""

import io
import warnings
from pathlib import Path
from typing import Any

import pytest

import linkwright as lw
from linkwright import formats
from linkwright.errors import InputError, UnknownName
from tests.formats.test_bad_input import EXPECTED
from tests.support.paths import BROKEN

DATA = Path(lw.__file__).parent / "robot" / "data"
URDF = """<robot name="two">
<link name="base"/><link name="a"><inertial><mass value="2"/><inertia ixx="1" iyy="1" izz="1"/></inertial></link>
<link name="plate"/>
<joint name="j" type="revolute"><parent link="base"/><child link="a"/><axis xyz="0 0 1"/><dynamics damping="3"/></joint>
<joint name="fixed" type="fixed"><parent link="a"/><child link="plate"/></joint></robot>"""

MJCF = '<mujoco><worldbody><body><joint/><geom size=".1"/></body></worldbody></mujoco>'


def outcome(*source: Any, **options: Any) -> Any:
    """The robot, or what the error is."""
    with warnings.catch_warnings(record=True) as seen:
        warnings.simplefilter("always")
        try:
            found: Any = lw.load(*source, **options)
        except InputError as problem:
            found = type(problem), str(problem)
    return found, [str(w.message) for w in seen]


def files(folder: Path) -> dict[str, str]:
    """A good file of each format."""
    arm = lw.load("rx90")
    made = {"arm.urdf": URDF, "arm.xml": URDF, "arm.mjcf": MJCF}
    for format in formats.formats().values():
        if format.write:
            made[f"arm{format.suffixes[0]}"] = format.write(arm)
    for name, text in made.items():
        (folder / name).write_text(text, encoding="utf-8")
    return made


def test_bytes_and_open_files_give_the_robot_that_the_path_gives(tmp_path):
    made = files(tmp_path)
    assert {Path(name).suffix for name in made} == {s for f in formats.formats().values() for s in f.suffixes}
    for name in made:
        path = tmp_path / name
        expected = outcome(path)
        assert isinstance(expected[0], lw.Robot)
        assert outcome(path.read_bytes(), name=str(path)) == expected
        with path.open("rb") as binary, path.open(encoding="utf-8", newline="") as text:
            assert outcome(binary) == expected
            assert outcome(text) == expected
        assert outcome(io.BytesIO(path.read_bytes()), name=str(path)) == expected


@pytest.mark.parametrize("name", sorted(EXPECTED))
def test_wrong_bytes_give_the_error_that_the_path_gives(name):
    path = BROKEN / name
    assert outcome(path.read_bytes(), name=str(path)) == outcome(path)


def test_options_of_readers_go_with_bytes_too():
    plain, kept = lw.load(URDF.encode(), name="a.urdf"), lw.load(URDF.encode(), name="a.urdf", keep_fixed=True)
    assert (len(plain), len(kept)) == (1, 2)
    assert not lw.load(URDF.encode(), name="a.urdf", friction="yes").joint(1).viscous.is_zero
    with pytest.raises(UnknownName, match=r"a\.urdf: unknown option .*did you mean friction"):
        lw.load(URDF.encode(), name="a.urdf", fricton=True)


def test_a_name_tells_the_format_of_a_file_that_does_not(tmp_path):
    path = tmp_path / "description"
    path.write_text(URDF)
    assert lw.load(path, name="a.urdf") == lw.load(URDF.encode(), name="a.urdf")


def test_what_has_no_name_or_no_format_is_refused():
    with pytest.raises(InputError, match=r"these bytes have no name .*robot\.urdf"):
        lw.load(b"")
    with pytest.raises(InputError, match="these bytes have no name"):
        lw.load(io.BytesIO(URDF.encode()))
    with pytest.raises(UnknownName, match=r"unknown file format '\.sdf'.*convert the model to URDF"):
        lw.load(b"", name="x.sdf")
    with pytest.raises(InputError, match="option 'name' has no meaning"):
        lw.load("rx90", name="x.toml")
    with pytest.raises(TypeError):
        lw.load(12, name="x.toml")  # type: ignore[arg-type]


def test_too_many_bytes_are_refused_before_they_are_read():
    class Endless(io.RawIOBase):
        taken = 0

        def read(self, size: int = -1) -> bytes:
            assert size > 0
            self.taken += size
            return b" " * size

    most = formats.formats()["toml"].max_bytes
    with pytest.raises(InputError, match=f"may have {most}"):
        lw.load(b" " * (most + 1), name="x.toml")
    endless = Endless()
    with pytest.raises(InputError, match=f"may have {most}"):
        lw.load(endless, name="x.toml")  # type: ignore[arg-type]
    assert endless.taken <= most + 1
