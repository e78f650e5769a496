// An equation in LaTeX, cut into parts that the page may put on lines of their own: browsers break no formula. Pure functions.

const LONG = 120; // characters of a term, beyond which long sums in its parentheses are cut, too
const SUM = 60; // characters of such a sum

// Where the text may be cut: before signs between terms that stand in no braces or environment and in no parentheses, except those that
// hold more than `sum` characters.
function cuts(text, sum = Infinity) {
    const levels = [{ from: -Infinity, signs: [] }];
    let braces = 0;
    for (let k = 0; k < text.length; k += 1) {
        const word = text[k] === "\\" ? /^\\([a-zA-Z]+|.)/.exec(text.slice(k, k + 40))?.[0] ?? "\\" : text[k];
        if (word === "{" || word === "\\begin") braces += 1;
        else if (word === "}" || word === "\\end") braces -= 1;
        else if (word === "\\left" || word === "(" || word === "[") levels.push({ from: word === "\\left" ? Infinity : k, signs: [] }); // bars stay together
        else if ((word === "\\right" || word === ")" || word === "]") && levels.length > 1) {
            const { from, signs } = levels.pop();
            if (k - from > sum) levels.at(-1).signs.push(...signs);
        } else if ((word === "+" || word === "-") && text[k - 1] === " " && text[k + 1] === " " && !braces) levels.at(-1).signs.push(k);
        if (word === "\\left" || word === "\\right") k += word.length + (text[k + word.length] === "\\" ? 1 : 0); // and its delimiter
        else k += word.length - 1;
    }
    return levels[0].signs.sort((one, other) => one - other);
}

const cut = (text, places) => [0, ...places].map((from, k) => text.slice(from, places[k] ?? text.length).trim()).filter(Boolean);

// A sum in parentheses that is cut has parentheses that do not grow: they are in different parts.
const loose = (text) => text.replace(/\\(?:left|right)\s*(?=[()[\]])/g, "");
const parted = (term) => {
    if (term.length <= LONG) return [term];
    const parts = cut(loose(term), cuts(loose(term), SUM));
    return (parts.length > 1 ? parts : [term]).flatMap(factored);
};

// A product that is still too long goes on with its next factors.
function factored(term) {
    if (term.length <= LONG) return [term];
    const parts = [""];
    let open = 0;
    for (const factor of term.split(" \\, ")) {
        const last = parts.at(-1);
        if (!last) parts[parts.length - 1] = factor;
        else if (open || last.length + factor.length <= LONG) parts[parts.length - 1] = `${last} \\, ${factor}`;
        else parts.push(factor);
        open += (factor.match(/[{([]|\\begin|\\left/g) ?? []).length - (factor.match(/[})\]]|\\end|\\right/g) ?? []).length;
    }
    return parts;
}

// The left side with its sign of equality, and the terms, each with the sign before it. Lines and marks of alignment go.
export function partsOf(latex) {
    const text = latex.replace(/\\\\(\[[^\]]*\])?\s*&?\s*(\\quad\s*)*/g, " ").replace(/(?<!\\)&/g, "").trim();
    if (/\\begin\b/.test(text)) return [latex];
    const sign = text.indexOf("=");
    const [left, right] = sign < 0 ? ["", text] : [text.slice(0, sign + 1).trim(), text.slice(sign + 1).trim()];
    const terms = cut(right, cuts(right)).flatMap(parted);
    return [...(left ? [left] : []), ...terms];
}
