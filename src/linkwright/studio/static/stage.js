// three.js behind a list of parts: unit shapes, materials, ground and light are made once; an edit rewrites matrices and colours.
// All parts of one shape are one draw call.

import {THREE} from "./vendor.js";

const {Color, Vector2} = THREE;

export const COLOURS = {
    light: {
        ground: "#f4f6fa", grid: "#cfd6e0", link: "#dfe2e7", base: "#ced2d9", housing: "#0fae9c", cap: "#e6e8ec", rod: "#b9bec8",
        collar: "#8f97a5", active: "#eaa81e", cut: "#5d6b80", apart: "#9ab8b4", x: "#dc3a3a", y: "#17854a", z: "#2a5bd8",
        mass: "#2c323c", glass: "#e08a00", tyre: "#39404b", float: "#0b6e66", wrong: "#c81e1e", ghost: "#7d8ba1", chosen: "#0f9a8c",
        tool: "#eaa81e", shadow: "#b3bccb", sky: "#ffffff", earth: "#c3c9d4",
    },
    dark: {
        ground: "#12161d", grid: "#323b48", link: "#cdd2da", base: "#c0c6cf", housing: "#1fc0ae", cap: "#d8dce3", rod: "#8d95a3",
        collar: "#8a93a2", active: "#f0b429", cut: "#7f8ea6", apart: "#3f7a74", x: "#ff5d5d", y: "#35c26f", z: "#6a8fff",
        mass: "#f1f3f6", glass: "#f0b429", tyre: "#565f6e", float: "#41d0c0", wrong: "#ff7a7a", ghost: "#8fa0ba", chosen: "#22b3a3",
        tool: "#f0b429", shadow: "#05070a", sky: "#ffffff", earth: "#3a4350",
    },
};

/** Whether pixels are computed by the processor: then fewer of them are. */
export function isSoftware(gl) {
    let name = String(gl.getParameter(gl.RENDERER));
    if (/^WebKit/.test(name)) { // Chromium tells more if asked
        const more = gl.getExtension("WEBGL_debug_renderer_info");
        if (more) name = String(gl.getParameter(more.UNMASKED_RENDERER_WEBGL));
    }
    return /swiftshader|llvmpipe|softpipe|software|basic render/i.test(name);
}

// -- unit shapes, along z -------------------------------------------------------------------------------------------------

// A body of revolution by its outline (radius, height); two points near one another keep a face flat up to its edge.
function turned(outline, round) {
    const geometry = new THREE.LatheGeometry(outline.map(([r, z]) => new Vector2(r, z)), round);
    return geometry.rotateX(Math.PI / 2);
}

const SHAPES = { // by how many sides make them round
    tube: (n) => new THREE.CylinderGeometry(1, 1, 1, Math.round(0.7 * n), 1, false).translate(0, 0.5, 0).rotateX(Math.PI / 2),
    cone: (n) => new THREE.ConeGeometry(1, 1, Math.round(0.5 * n)).translate(0, 0.5, 0).rotateX(Math.PI / 2),
    ball: (n) => new THREE.SphereGeometry(1, n, Math.round(0.6 * n)),
    drum: (n) => turned([
        [0, -1], [0.88, -1], [0.91, -1], [0.972, -0.972], [1, -0.91], [1, -0.86], [1, 0.86], [1, 0.91], [0.972, 0.972], [0.91, 1], [0.88, 1],
        [0, 1],
    ], n),
    plinth: (n) => turned([
        [0, 0], [0.99, 0], [1, 0.01], [1, 0.15], [1, 0.17], [0.975, 0.235], [0.93, 0.27], [0.88, 0.295], [0.74, 0.36], [0.58, 0.48], [0.47, 0.68],
        [0.42, 0.98], [0.4, 1], [0, 1],
    ], Math.round(1.3 * n)),
    box: () => bevelled(0.14),
    bar: () => new THREE.BoxGeometry(2, 2, 1).translate(0, 0, 0.5),
    ring: (n) => new THREE.TorusGeometry(1, 0.13, 10, n),
    hoop: (n) => new THREE.TorusGeometry(1, 0.022, 6, 2 * n),
    tyre: (n) => turned([
        [0.74, -0.2], [0.93, -0.2], [0.95, -0.2], [0.985, -0.17], [1, -0.12], [1, -0.1], [1, 0.1], [1, 0.12], [0.985, 0.17], [0.95, 0.2],
        [0.93, 0.2], [0.74, 0.2], [0.72, 0.18], [0.72, -0.18], [0.74, -0.2],
    ], Math.round(1.2 * n)),
};

// A cube from -1 to 1 whose edges are cut: the normals of its faces are kept, those of the bevels lie between them.
function bevelled(cut) {
    const geometry = new THREE.BoxGeometry(2, 2, 2, 3, 3, 3), place = geometry.attributes.position, normal = geometry.attributes.normal;
    const inner = 1 - cut;
    for (let i = 0; i < place.count; i++) {
        const P = [place.getX(i), place.getY(i), place.getZ(i)].map((x) => (Math.abs(x) > 0.9 ? Math.sign(x) : Math.sign(x) * inner));
        const N = [0, 0, 0], k = [normal.getX(i), normal.getY(i), normal.getZ(i)].findIndex((x) => Math.abs(x) > 0.5);
        const edges = P.filter((x, m) => m !== k && Math.abs(x) === 1).length;
        N[k] = Math.sign(P[k]);
        P.forEach((x, m) => {
            if (m !== k && Math.abs(x) === 1) {
                P[m] = Math.sign(x) * (1 - 0.29 * cut);
                N[m] = Math.sign(x);
            }
        });
        if (edges) P[k] = Math.sign(P[k]) * (1 - 0.29 * cut);
        const size = Math.hypot(...N);
        place.setXYZ(i, ...P);
        normal.setXYZ(i, ...N.map((x) => x / size));
    }
    return geometry;
}

// -- instances --------------------------------------------------------------------------------------------------------

/** All parts of one shape in one layer. */
class Pool {
    constructor(group, geometry, material, order) {
        Object.assign(this, {group, geometry, material, order, mesh: null, count: 0});
    }

    room(count) {
        if (this.mesh && this.mesh.instanceMatrix.count >= count) return;
        this.clear();
        let size = 16;
        while (size < count) size *= 2;
        this.mesh = new THREE.InstancedMesh(this.geometry, this.material, size);
        this.mesh.instanceColor = new THREE.InstancedBufferAttribute(new Float32Array(3 * size), 3);
        this.mesh.frustumCulled = false;
        this.mesh.renderOrder = this.order;
        this.group.add(this.mesh);
    }

    fill(parts, colour) {
        this.room(parts.length);
        const matrices = this.mesh.instanceMatrix.array, colours = this.mesh.instanceColor.array;
        parts.forEach(({at, colour: name}, k) => {
            for (let i = 0; i < 4; i++) for (let m = 0; m < 4; m++) matrices[16 * k + 4 * m + i] = at[4 * i + m];
            const c = colour(name);
            colours[3 * k] = c.r;
            colours[3 * k + 1] = c.g;
            colours[3 * k + 2] = c.b;
        });
        this.mesh.count = parts.length;
        this.mesh.visible = parts.length > 0;
        this.mesh.instanceMatrix.needsUpdate = true;
        this.mesh.instanceColor.needsUpdate = true;
    }

    clear() {
        if (!this.mesh) return;
        this.group.remove(this.mesh);
        this.mesh.dispose();
        this.mesh = null;
    }
}

// -- shadows: of each part the capsule that it throws on the ground, softer the higher it is -------------------------------

const SHADOW = {
    vertex: `
        attribute vec4 ends; attribute vec4 sizes; // ends: two points of the ground; sizes: radius, blur, strength, -
        varying vec2 here; varying vec4 capsule; varying vec4 how;
        void main() {
            vec2 way = ends.zw - ends.xy; float far = length(way);
            vec2 u = far > 1e-6 ? way / far : vec2(1.0, 0.0), v = vec2(-u.y, u.x);
            float out_ = sizes.x + sizes.y;
            here = mix(ends.xy, ends.zw, position.x * 0.5 + 0.5) + u * position.x * out_ + v * position.y * out_;
            capsule = ends; how = sizes;
            gl_Position = projectionMatrix * modelViewMatrix * vec4(here.x, 0.0, here.y, 1.0);
        }`,
    fragment: `
        uniform vec3 ground, shadow; varying vec2 here; varying vec4 capsule; varying vec4 how;
        void main() {
            vec2 a = here - capsule.xy, b = capsule.zw - capsule.xy;
            float t = clamp(dot(a, b) / max(dot(b, b), 1e-12), 0.0, 1.0);
            float away = length(a - b * t) - how.x;
            float dark = how.z * (1.0 - smoothstep(-how.y, how.y, away));
            if (dark < 0.004) discard;
            gl_FragColor = vec4(mix(ground, shadow, dark), 1.0);
            #include <colorspace_fragment>
        }`,
};

class Shadows {
    constructor(scene) {
        this.geometry = new THREE.InstancedBufferGeometry();
        this.geometry.setAttribute("position", new THREE.BufferAttribute(new Float32Array([-1, -1, 0, 1, -1, 0, 1, 1, 0, -1, 1, 0]), 3));
        this.geometry.setIndex([0, 2, 1, 0, 3, 2]);
        this.material = new THREE.ShaderMaterial({
            uniforms: {ground: {value: new Color()}, shadow: {value: new Color()}}, vertexShader: SHADOW.vertex,
            fragmentShader: SHADOW.fragment, transparent: true, depthWrite: false, side: THREE.DoubleSide,
            blending: THREE.CustomBlending, blendEquation: THREE.MinEquation, blendSrc: THREE.OneFactor, blendDst: THREE.OneFactor,
        });
        this.mesh = new THREE.Mesh(this.geometry, this.material);
        this.mesh.frustumCulled = false;
        this.mesh.renderOrder = -2; // before the lines of the ground, which go on through it
        this.size = 0;
        scene.add(this.mesh);
    }

    /** capsules: [from, to, radius] in the coordinates of the stage, y up; light falls a little from the side. */
    fill(capsules, ground, reach) {
        if (capsules.length > this.size) {
            this.size = Math.max(32, 2 * capsules.length);
            for (const name of ["ends", "sizes"]) {
                this.geometry.setAttribute(name, new THREE.InstancedBufferAttribute(new Float32Array(4 * this.size), 4));
            }
        }
        const {ends, sizes} = this.geometry.attributes;
        capsules.forEach(([from, to, radius], k) => {
            const heights = [from, to].map((P) => Math.max(0, P.y - ground));
            [from, to].forEach((P, i) => {
                ends.array[4 * k + 2 * i] = P.x + 0.3 * heights[i];
                ends.array[4 * k + 2 * i + 1] = P.z - 0.16 * heights[i];
            });
            const height = (heights[0] + heights[1]) / 2;
            sizes.array[4 * k] = radius;
            sizes.array[4 * k + 1] = 0.3 * radius + 0.1 * height;
            sizes.array[4 * k + 2] = Math.min(1, 1.2 * radius / (0.8 * radius + 0.12 * height)) / (1 + 0.4 * height / reach);
        });
        this.geometry.instanceCount = capsules.length;
        ends.needsUpdate = true;
        sizes.needsUpdate = true;
        this.mesh.position.y = ground;
    }
}

// -- the ground: lines that fade -------------------------------------------------------------------------------------------

const LINES = 30, PIECES = 24; // to either side; each line in pieces, so that it can fade along its way
const GRID = {
    vertex: `
        attribute float weight; varying float strength;
        void main() {
            strength = weight * (1.0 - smoothstep(0.12, 1.0, length(position.xz) / ${LINES.toFixed(1)}));
            gl_Position = projectionMatrix * modelViewMatrix * vec4(position, 1.0);
        }`,
    fragment: `
        uniform vec3 colour; varying float strength;
        void main() {
            gl_FragColor = vec4(colour, strength);
            #include <colorspace_fragment>
        }`,
};

function gridLines() {
    const places = [], weights = [];
    for (let line = -LINES; line <= LINES; line++) {
        const reach = Math.sqrt(LINES * LINES - line * line);
        for (let piece = 0; piece < PIECES; piece++) {
            const [from, to] = [piece, piece + 1].map((k) => reach * (2 * k / PIECES - 1));
            places.push(line, 0, from, line, 0, to, from, 0, line, to, 0, line);
            for (let k = 0; k < 4; k++) weights.push(line % 5 ? 0.55 : 1);
        }
    }
    const geometry = new THREE.BufferGeometry();
    geometry.setAttribute("position", new THREE.BufferAttribute(new Float32Array(places), 3));
    geometry.setAttribute("weight", new THREE.BufferAttribute(new Float32Array(weights), 1));
    return geometry;
}

// -- the stage ------------------------------------------------------------------------------------------------------------

export class Stage {
    constructor(canvas) {
        this.renderer = new THREE.WebGLRenderer({canvas, antialias: true, powerPreference: "default"});
        this.software = isSoftware(this.renderer.getContext());
        this.scene = new THREE.Scene();
        this.root = new THREE.Group(); // the robot's world in the stage's, whose y is up
        this.root.matrixAutoUpdate = false;
        this.scene.add(this.root);
        this.camera = new THREE.PerspectiveCamera(32, 1, 0.01, 100);
        this.geometries = {};
        this.pools = new Map();
        this.colours = {};
        const paint = (more) => (this.software ? new THREE.MeshPhongMaterial({specular: 0x202020, shininess: 28, ...more})
            : new THREE.MeshStandardMaterial({roughness: 0.46, metalness: 0.03, ...more}));
        const behind = {polygonOffset: true, polygonOffsetFactor: 2, polygonOffsetUnits: 4}; // where a ghost is the robot itself
        this.materials = {
            solid: paint({}),
            ghost: paint({transparent: true, opacity: 0.24, ...behind}),
            chosen: paint({transparent: true, opacity: 0.5, ...behind}),
            glass: paint({transparent: true, opacity: 0.34, depthWrite: false}),
            front: new THREE.MeshBasicMaterial({transparent: true, opacity: 0.92, depthTest: false, depthWrite: false}),
        };
        this.light();
        this.shadows = new Shadows(this.scene);
        const grid = new THREE.ShaderMaterial({
            uniforms: {colour: {value: new Color()}}, vertexShader: GRID.vertex, fragmentShader: GRID.fragment, transparent: true,
            depthWrite: false,
        });
        this.grid = new THREE.LineSegments(gridLines(), grid);
        this.grid.renderOrder = -1;
        this.grid.frustumCulled = false;
        this.scene.add(this.grid);
        this.setTheme("light");
    }

    light() {
        this.sky = new THREE.HemisphereLight(0xffffff, 0xffffff, 1.5);
        this.key = new THREE.DirectionalLight(0xffffff, 1.9); // both go with the camera: no view of a robot is a dark one
        this.key.position.set(-1.5, 2.4, 1.6);
        this.rim = new THREE.DirectionalLight(0xffffff, 0.7);
        this.rim.position.set(2.6, 0.4, 0.9);
        for (const each of [this.key, this.rim]) this.camera.add(each, each.target);
        this.scene.add(this.sky, this.camera);
    }

    setTheme(name) {
        const table = COLOURS[name] ?? COLOURS.light;
        this.colours = Object.fromEntries(Object.entries(table).map(([key, text]) => [key, new Color(text)]));
        this.scene.background = this.colours.ground;
        this.grid.material.uniforms.colour.value = this.colours.grid;
        this.shadows.material.uniforms.ground.value = this.colours.ground;
        this.shadows.material.uniforms.shadow.value = this.colours.shadow;
        const dark = name === "dark";
        this.sky.color = this.colours.sky;
        this.sky.groundColor = this.colours.earth;
        this.sky.intensity = dark ? 1.3 : 1.9;
        this.key.intensity = dark ? 2.1 : 1.7;
        this.rim.intensity = dark ? 0.6 : 0.5;
    }

    /** Where the robot's `up` is up, how high its ground is, how far it reaches. */
    setGround(up, height, reach, centre) {
        this.toStage = new THREE.Matrix4().makeRotationFromQuaternion(
            up[2] === 1 ? new THREE.Quaternion().setFromAxisAngle(new THREE.Vector3(1, 0, 0), -Math.PI / 2)
                : new THREE.Quaternion().setFromUnitVectors(new THREE.Vector3(...up), new THREE.Vector3(0, 1, 0)));
        this.root.matrix.copy(this.toStage);
        this.root.matrixWorldNeedsUpdate = true;
        Object.assign(this, {ground: height, reach});
        const power = 10 ** Math.floor(Math.log10(reach / 4)), times = reach / 4 / power;
        const spacing = power * (times >= 5 ? 5 : times >= 2 ? 2 : 1), middle = new THREE.Vector3(...centre).applyMatrix4(this.toStage);
        const on = (x) => 5 * spacing * Math.round(x / (5 * spacing)); // strong lines go through the world's origin
        this.grid.position.set(on(middle.x), height, on(middle.z));
        this.grid.scale.setScalar(spacing);
    }

    pool(shape, layer) {
        const key = `${layer} ${shape}`;
        if (!this.pools.has(key)) {
            this.geometries[shape] ??= SHAPES[shape](this.software ? 24 : 44);
            const order = {solid: 1, ghost: 2, chosen: 3, glass: 4, front: 9}[layer];
            this.pools.set(key, new Pool(this.root, this.geometries[shape], this.materials[layer], order));
        }
        return this.pools.get(key);
    }

    /** Shows these parts and no others; capsules, in the robot's world, throw shadows. */
    show(parts, capsules) {
        const sorted = new Map();
        for (const part of parts) {
            const key = `${part.layer} ${part.shape}`;
            if (!sorted.has(key)) sorted.set(key, []);
            sorted.get(key).push(part);
        }
        const colour = (name) => this.colours[name] ?? this.colours.link;
        for (const [key, group] of sorted) this.pool(key.split(" ")[1], key.split(" ")[0]).fill(group, colour);
        for (const [key, pool] of this.pools) if (!sorted.has(key) && pool.mesh) pool.mesh.visible = false;
        const place = (P) => new THREE.Vector3(...P).applyMatrix4(this.toStage);
        this.shadows.fill(capsules.map(([from, to, radius]) => [place(from), place(to), radius]), this.ground, this.reach);
    }

    render() {
        this.renderer.render(this.scene, this.camera);
    }

    dispose() {
        for (const pool of this.pools.values()) pool.clear();
        for (const geometry of Object.values(this.geometries)) geometry.dispose();
        for (const material of Object.values(this.materials)) material.dispose();
        for (const {geometry, material} of [this.grid, this.shadows.mesh]) {
            geometry.dispose();
            material.dispose();
        }
        this.renderer.dispose();
    }
}
