// Third-party code of the studio's page. `make vendor` bundles it into src/linkwright/studio/static/vendor.js, one ES
// module that the page imports by names, and nothing else of these packages can be imported:
//
//   import {html, render, signal, computed, effect, useSignal} from "./vendor.js";    Preact, signals, htm
//   import {katex} from "./vendor.js";           katex.renderToString(tex, {output: "mathml", throwOnError: false, ...})
//   import {uPlot} from "./vendor.js";           new uPlot(options, data, element); its style is static/vendor.css
//   import {THREE, OrbitControls} from "./vendor.js";                                 what three.js the scene uses
//
// `html` is htm bound to Preact's `h`: html`<${Component} name=${value}>text</>`. A signal given as a text or as an
// attribute renews that text or attribute alone, without rendering the component again. React's warning holds: what is typed by
// others goes in as text, never as `dangerouslySetInnerHTML`, except for what KaTeX makes.

import {h} from "preact";
import htm from "htm";

export const html = htm.bind(h);

export {h, render, hydrate, Fragment, Component, createContext, createRef, cloneElement, toChildArray, options} from "preact";
export {
    useState, useReducer, useEffect, useLayoutEffect, useRef, useMemo, useCallback, useContext, useId,
} from "preact/hooks";
export {
    signal, computed, effect, batch, untracked, Signal, useSignal, useComputed, useSignalEffect,
} from "@preact/signals";
export {default as katex} from "katex";
export {default as uPlot} from "uplot";
export * as THREE from "./three.js";
export {OrbitControls} from "three/examples/jsm/controls/OrbitControls.js";
