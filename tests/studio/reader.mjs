// What the page sends back of robots that it was given: JSON of [[name, tables, random number]] on the input, of
// {name: {opened, shared, typed, edited}} on the output, each the tables of a job. For tests/studio/test_page.py and fuzz/page_reader.py.

import { readFileSync } from "node:fs";
import {
    GEOMETRY, INERTIA, WRENCH, checked, deleteJoint, insertJoint, moveJoint, pack, textAt, unpack, withText,
} from "../../src/linkwright/studio/static/state.js";

const JOINT = ["name", "kind", "parent", ...GEOMETRY, "actuated", "rotor", "viscous", "coulomb", "flexible", "parallel", "stiffness", "damping", "rest",
    "variable", "lower", "upper", "max_velocity", "max_effort", "start"];
const WHEEL = ["name", "kind", "radius", "roller", "spin", "steer"];
const FRAME = ["name", "link", "x", "y", "z", "roll", "pitch", "yaw", "end"];
const MOTION = ["velocity", "angular_velocity", "acceleration", "angular_acceleration"];
const rows = (robot, table, places) => (robot[table] ?? []).flatMap((row, k) => places(row).map((place) => [table, k + 1, ...place]));

/** The places of all cells of the page's tables (tables.js). */
function cells(robot) {
    const one = (keys) => keys.map((key) => [key]);
    return [
        ...one(["name", "description", "source"]), ...[1, 2, 3].map((k) => ["gravity", k]), ...Object.keys(robot.numbers ?? {}).map((name) => ["numbers", name]),
        ["base", "kind"], ...MOTION.flatMap((key) => [1, 2, 3].map((k) => ["base", key, k])), ...INERTIA.map((key) => ["base", "body", key]),
        ...Array.from({ length: 12 }, (_, k) => ["base", "pose", k + 1]),
        ...rows(robot, "joint", () => [...one(JOINT), ...[...INERTIA, ...WRENCH].map((key) => ["body", key])]),
        ...rows(robot, "loop", () => ["joint", "frame"].flatMap((half) => ["parent", ...GEOMETRY].map((key) => [half, key]))),
        ...rows(robot, "coupling", (row) => [["joint"], ["offset"], ...Object.keys(row.terms ?? {}).map((name) => ["terms", name])]),
        ...rows(robot, "wheel", () => one(WHEEL)), ...rows(robot, "frame", () => one(FRAME)),
    ];
}

/** Every cell with the text that it shows. */
const typed = (robot) => cells(robot).reduce((next, place) => withText(next, place, textAt(next, place)), robot);

/** A joint is added and deleted again, and one is moved and moved back. */
function edited(robot, chance) {
    const n = robot.joint.length, j = Math.floor(chance * (n + 1)), added = insertJoint(robot, j, {}, chance > 0.5);
    const back = deleteJoint(added, chance > 0.5 ? n + 1 : j + 1);
    const low = Math.min(j + 1, n - 1);
    return n > 1 ? moveJoint(moveJoint(back, low, 1), low + 1, -1) : back;
}

const answers = [];
for (const [name, tables, chance] of JSON.parse(readFileSync(0, "utf8"))) {
    const state = checked({ version: 1, robot: tables, choices: {} });
    answers.push([name, { opened: state.robot, shared: (await unpack(await pack(state))).robot, typed: typed(state.robot), edited: edited(state.robot, chance) }]);
}
process.stdout.write(JSON.stringify(Object.fromEntries(answers)));
