// Everything in static/ that others wrote: vendor.js, vendor.css, the fonts, and the licences of all of it.
// Two runs write the same bytes: versions and hashes are in package-lock.json, and nothing here depends on time or place.

import {build} from "esbuild";
import {copyFileSync, mkdirSync, readFileSync, writeFileSync} from "node:fs";
import {dirname, join} from "node:path";
import {fileURLToPath} from "node:url";
import subsetFont from "subset-font";

const here = dirname(fileURLToPath(import.meta.url));
const out = process.argv[2] ?? join(here, "../src/linkwright/studio/static");
const installed = (...path) => join(here, "node_modules", ...path);
const version = (name) => JSON.parse(readFileSync(installed(name, "package.json"), "utf8")).version;

const bundled = ["three", "preact", "@preact/signals", "@preact/signals-core", "htm", "katex", "uplot"];
const fonts = ["@fontsource-variable/inter", "@fontsource-variable/jetbrains-mono", "@fontsource/stix-two-math"];

// Shaders are texts, which esbuild leaves as they are: without tabs, comments and spaces beside signs they are shorter by a quarter.
const shorter = (glsl) => glsl.split("\n").map((line) => line.replace(/\/\/.*$/, "").trim()).filter(Boolean)
    .map((line) => (line.startsWith("#") ? line : line.replace(/\s+/g, " ").replace(/ ?([*/=<>(){},;:?&|[\]]) ?/g, "$1"))).join("\n");
const NO_HEADSET = `class WebXRManager extends EventDispatcher {
    constructor() { super(); this.enabled = this.isPresenting = false; }
    getEnvironmentBlendMode() {} setAnimationLoop() {} dispose() {}
}`;
const lighter = {
    name: "lighter",
    setup({onLoad}) {
        onLoad({filter: /three\.module\.js$/}, ({path}) => {
            const text = readFileSync(path, "utf8").replace(/^(var|const) ([\w$]+) = (".*\\n.*");$/gm, (line, kind, name, value) =>
                (/#include|#ifdef|#if |void main/.test(value) ? `${kind} ${name} = ${JSON.stringify(shorter(JSON.parse(value)))};` : line));
            const whole = /^class WebXRManager extends EventDispatcher \{$[^]*?^\}$/m; // headsets: never asked for, 13 kB
            if (!whole.test(text)) throw new Error("three.js has another WebXRManager: look at build.mjs");
            return {contents: text.replace(whole, NO_HEADSET), loader: "js"};
        });
    },
};

mkdirSync(join(out, "fonts"), {recursive: true});

await build({
    entryPoints: [join(here, "entry.js")],
    outfile: join(out, "vendor.js"),
    bundle: true, minify: true, format: "esm", target: "es2022", legalComments: "none", charset: "utf8",
    plugins: [lighter],
    banner: {js: "/* Third-party code, written by `make vendor` from studio-vendor/entry.js; licences: vendor.LICENSES.txt */"},
});
writeFileSync(join(out, "vendor.css"), [join(here, "fonts.css"), installed("uplot/dist/uPlot.min.css")]
    .map((file) => readFileSync(file, "utf8").trim() + "\n").join("\n"));

// Letters of the interface and of code, Greek ones for symbols in code, as the packages have them.
copyFileSync(installed("@fontsource-variable/inter/files/inter-latin-wght-normal.woff2"), join(out, "fonts/inter.woff2"));
for (const [letters, file] of [["latin", "jetbrains-mono"], ["greek", "jetbrains-mono-greek"]]) {
    const name = `@fontsource-variable/jetbrains-mono/files/jetbrains-mono-${letters}-wght-normal.woff2`;
    copyFileSync(installed(name), join(out, `fonts/${file}.woff2`));
}

// Of the font for mathematics what formulas of robots use: MathML needs its MATH table, which the subset keeps.
const ranges = [
    [0x20, 0x7e], [0xa0, 0xff], [0x131, 0x131], [0x237, 0x237], [0x302, 0x308], [0x30a, 0x30a], [0x391, 0x3a9],
    [0x3b1, 0x3c9], [0x3d1, 0x3d1], [0x3d5, 0x3d6], [0x3f1, 0x3f1], [0x3f5, 0x3f5], [0x2009, 0x200b], [0x2010, 0x2016],
    [0x2026, 0x2026], [0x2032, 0x2037], [0x2061, 0x2064], [0x20d6, 0x20d7], [0x210e, 0x210f], [0x2113, 0x2113],
    [0x211d, 0x211d], [0x2190, 0x2195], [0x21d0, 0x21d4], [0x2200, 0x220b], [0x220f, 0x2213], [0x2217, 0x221a],
    [0x221e, 0x2220], [0x2223, 0x222c], [0x2234, 0x2234], [0x223c, 0x2248], [0x2260, 0x2267], [0x2282, 0x2287],
    [0x2295, 0x2299], [0x22a4, 0x22a5], [0x22c5, 0x22c6], [0x22ee, 0x22f1], [0x2308, 0x230b], [0x239b, 0x23ae],
    [0x27e8, 0x27e9], [0x1d434, 0x1d467], [0x1d6a4, 0x1d6a5], [0x1d6e2, 0x1d71b],
];
const letters = ranges.flatMap(([first, last]) =>
    Array.from({length: last - first + 1}, (_, k) => String.fromCodePoint(first + k))).join("");
const whole = readFileSync(installed("@fontsource/stix-two-math/files/stix-two-math-latin-400-normal.woff2"));
writeFileSync(join(out, "fonts/stix-two-math.woff2"), await subsetFont(whole, letters, {targetFormat: "woff2"}));

const read = (name) => readFileSync(installed(name, "LICENSE"), "utf8").replace(/\r\n/g, "\n").trim();
const rule = "=".repeat(40), titled = (title, text) => `${rule}\n${title}\n${rule}\n\n${text}\n`;
const [common] = new Set(fonts.map((name) => read(name).slice(read(name).indexOf("\n\n"))));
if (fonts.some((name) => !read(name).endsWith(common))) throw new Error("the licences of the fonts differ: write each");
writeFileSync(join(out, "vendor.LICENSES.txt"), [
    "vendor.js and vendor.css contain code of the following packages; the fonts in fonts/ follow after them.\n",
    ...bundled.map((name) => titled(`${name} ${version(name)}`, read(name))),
    titled(fonts.map((name) => `${name} ${version(name)}`).join("\n"), fonts.map((name) => read(name).split("\n\n")[0]).join("\n") + common),
].join("\n"));
