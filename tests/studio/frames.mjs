// Frames as the page has them: JSON of [[name, message, moves]] on the input, of {name: {start, moved}} on the output. For
// tests/studio/test_kinematics.py.

import {readFileSync} from "node:fs";
import {
    drivenJoints, frames, gapOf, layout, moveJoint, sizeOf, startPosture,
} from "../../src/linkwright/studio/static/kinematics.js";
import {figure, SWITCHES} from "../../src/linkwright/studio/static/figure.js";
import {roll} from "../../src/linkwright/studio/static/rolling.js";

const told = (robot, q) => ({q, frames: frames(robot, q).slice(1), gap: gapOf(robot, q)});

/** Every driven joint, one after the other, a little away from where the robot is assembled. */
function displaced(robot, start) {
    const {at} = layout(robot);
    let q = start, stopped = 0;
    drivenJoints(robot).forEach((j, k) => {
        const {kind} = robot.joints[j - 1], by = 0.04 * (k % 2 ? -1 : 1) * (k + 2) / (k + 1);
        const value = kind === "ball" ? [0.9, 0.2, -0.3, 0.1] : q[at[j]] + (kind === "prismatic" ? by * sizeOf(robot) : 2 * by);
        const there = moveJoint(robot, q, j, value);
        q = there.q;
        stopped += there.stopped;
    });
    return {...told(robot, q), stopped};
}

/** Every driven joint of a robot on wheels, one after the other: where it was and is, and the base. */
function rolled(robot, start) {
    const {at} = layout(robot);
    let q = start, pose = robot.base.pose;
    return drivenJoints(robot).map((j, k) => {
        const to = q.slice();
        to[at[j]] += k % 2 ? -0.7 : 0.9;
        const there = roll(robot, q, to, pose, j), move = {j, from: {q, pose}, to: {q: there.q, pose: there.pose}, alone: there.alone, stopped: there.stopped};
        ({q, pose} = there);
        return move;
    });
}

/** Whether everything that would be drawn, with every switch, has a place. */
function drawn(robot, q) {
    const all = [{}, {exploded: true}, {inertia: true}, {links: false, frames: false}].flatMap((switches) =>
        [null, 0, robot.joints.length].map((hover) => figure(robot, q, {switches: {...SWITCHES, ...switches}, hover})));
    return all.every(({parts, labels}) => [...parts, ...labels].every(({at}) => at.every(Number.isFinite)));
}

const answers = JSON.parse(readFileSync(0, "utf8")).map(([name, robot]) => {
    const start = startPosture(robot), moved = displaced(robot, start);
    return [name, {start: told(robot, start), moved, drawn: drawn(robot, moved.q), driven: drivenJoints(robot), rolled: robot.wheels.length ? rolled(robot, start) : []}];
});
process.stdout.write(JSON.stringify(Object.fromEntries(answers)));
