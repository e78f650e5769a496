"""The command that opens the studio in the browser."""

from __future__ import annotations

from linkwright.cli.framework import command, option
from linkwright.cli.shared_options import RobotInput, robot_input


@command("studio", example="linkwright studio rx90")
@robot_input("--reader-option", metavar="[ROBOT|LINK]", required=False, default="",
             help="what to begin with: built-in name, file, or a link that was shared")  # fmt: skip
@option("--port", default=0, section="Server", help="port of 127.0.0.1; 0 is any free one")
@option("--no-browser", is_flag=True, section="Server", help="print the address only")
def studio_command(robot: RobotInput, port: int, no_browser: bool) -> None:
    """Open a robot, its equations and its code in the browser: starts a server for this machine alone."""
    from linkwright.studio.launch import launch

    launch(robot.source, port, not no_browser, robot.reader_options())
