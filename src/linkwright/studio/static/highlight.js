// Colours for the eleven languages that are written: one scanner, one row of rules per language. Pure functions.
//
// A token is [kind, text]; kinds are comment, string, number, keyword, name (of what is defined), "" for all else.

const words = (text) => new Set(text.split(" "));
const C = "auto break case char const continue default do double else enum extern float for goto if inline int long " +
    "register restrict return short signed sizeof static struct switch typedef union unsigned void volatile while";

const LANGUAGES = {
    c: { line: ["//"], blocks: [["/*", "*/"]], quotes: "\"'", directive: /^\s*#\s*\w+/, keywords: words(C) },
    cpp: {
        line: ["//"], blocks: [["/*", "*/"]], quotes: "\"'", directive: /^\s*#\s*\w+/,
        keywords: words(`${C} alignas bool catch class constexpr decltype delete explicit false final friend namespace new ` +
            "noexcept nullptr operator override private protected public static_assert template this throw true try typename using virtual"),
    },
    fortran: {
        line: ["!"], blocks: [], quotes: "\"'", folded: true,
        keywords: words("abstract allocatable allocate call case character class close contains cycle deallocate dimension do double " +
            "elemental else elseif end enddo endif exit false function if implicit in inout integer intent interface intrinsic iso_fortran_env " +
            "kind logical module none only open optional out parameter pointer precision private procedure program public pure real " +
            "recursive result return save select stop subroutine then true type use value where while write"),
    },
    javascript: {
        line: ["//"], blocks: [["/*", "*/"]], quotes: "\"'`",
        keywords: words("async await break case catch class const continue default delete do else export extends false finally for from " +
            "function if import in instanceof let new null of return static super switch this throw true try typeof undefined var void while yield"),
    },
    julia: {
        line: ["#"], blocks: [["\"\"\"", "\"\"\""], ["#=", "=#"]], quotes: "\"",
        keywords: words("abstract baremodule begin break catch const continue do else elseif end export false finally for function " +
            "global if import in isa let local macro module mutable nothing primitive quote return struct true try type using where while"),
    },
    latex: { line: ["%"], blocks: [], quotes: "", commands: true, keywords: words("") },
    maple: {
        line: ["#"], blocks: [["(*", "*)"]], quotes: "\"'`",
        keywords: words("and by description do elif else end error export false fi for from global if in intersect local mod module not " +
            "NULL od option options or proc return then to true try union uses while with"),
    },
    mathematica: {
        line: [], blocks: [["(*", "*)"]], quotes: "\"", marks: true,
        keywords: words("AppendTo Apply Association BeginPackage Begin Block Check ClearAll Compile Do End EndPackage False For Function " +
            "Get If Indeterminate List Map Module Needs Null Print Protect Quiet Range Return Set SetDelayed Sign Switch Table Throw True Which While With"),
    },
    matlab: {
        line: ["%"], blocks: [], quotes: "\"", matrix: true,
        keywords: words("break case catch continue else elseif end endfunction endif endfor for function global if otherwise persistent " +
            "return switch try while arguments true false"),
    },
    python: {
        line: ["#"], blocks: [["\"\"\"", "\"\"\""], ["'''", "'''"]], quotes: "\"'",
        keywords: words("and as assert async await break class continue def del elif else except False finally for from global if import " +
            "in is lambda None nonlocal not or pass raise return True try while with yield"),
    },
    rust: {
        line: ["//"], blocks: [["/*", "*/"]], quotes: "\"", lifetimes: true,
        keywords: words("as async await bool break const continue crate else enum extern f32 f64 false fn for i32 i64 if impl in let loop " +
            "match mod move mut pub ref return self Self static struct super trait true type u32 u64 u8 unsafe use usize where while"),
    },
};

const NUMBER = /(?:0[xX][\da-fA-F]+|(?:\d+\.?\d*|\.\d+)(?:(?:[eEdD]|\*\^)[+-]?\d+)?(?:_\w+|[fLu]\b)?)/y;
const WORD = /[A-Za-z_$\u0080-\uffff][\w$\u0080-\uffff]*/y;
const DEFINES = words("function fn def subroutine proc module class struct macro");

export const languages = Object.keys(LANGUAGES);

// The tokens of every line of a text.
export function highlight(text, language) {
    const rules = LANGUAGES[language];
    if (!rules) return text.split("\n").map((line) => [["", line]]);
    let inside = ""; // the end of the block comment that a line starts in
    return text.split("\n").map((line) => {
        const tokens = [];
        inside = scan(line, rules, inside, tokens);
        return tokens;
    });
}

function scan(line, rules, inside, tokens) {
    const add = (kind, text) => {
        if (!text) return;
        const last = tokens.at(-1);
        if (last && last[0] === kind && kind === "") last[1] += text;
        else tokens.push([kind, text]);
    };
    let at = 0;
    let before = ""; // the last word: what follows `function` is a name
    if (inside) {
        const end = line.indexOf(inside);
        if (end < 0) {
            add("comment", line);
            return inside;
        }
        at = end + inside.length;
        add("comment", line.slice(0, at));
    } else if (rules.directive) {
        const found = rules.directive.exec(line);
        if (found) {
            add("keyword", found[0]);
            at = found[0].length;
        }
    }
    while (at < line.length) {
        const c = line[at];
        const opened = rules.blocks.find(([open]) => line.startsWith(open, at));
        if (opened) {
            const end = line.indexOf(opened[1], at + opened[0].length);
            if (end < 0) {
                add("comment", line.slice(at));
                return opened[1];
            }
            add("comment", line.slice(at, end + opened[1].length));
            at = end + opened[1].length;
        } else if (rules.line.some((mark) => line.startsWith(mark, at)) && !(rules.commands && line[at - 1] === "\\")) {
            add("comment", line.slice(at));
            break;
        } else if (rules.commands && c === "\\") {
            const found = /^\\(?:[A-Za-z]+\*?|.)/.exec(line.slice(at));
            const text = found ? found[0] : c;
            add("keyword", text);
            at += text.length;
        } else if (isQuote(line, at, rules)) {
            const end = closing(line, at);
            add("string", line.slice(at, end));
            at = end;
        } else if (/[\d.]/.test(c) && (NUMBER.lastIndex = at, NUMBER.test(line))) {
            add("number", line.slice(at, NUMBER.lastIndex));
            at = NUMBER.lastIndex;
        } else if (WORD.lastIndex = at, WORD.test(line)) {
            const word = line.slice(at, WORD.lastIndex);
            at = WORD.lastIndex;
            add(kindOf(word, line, at, rules, before), word);
            before = word;
        } else {
            add("", c);
            at += 1;
        }
    }
    return "";
}

function kindOf(word, line, end, rules, before) {
    if (rules.commands) return "";
    if (rules.keywords.has(rules.folded ? word.toLowerCase() : word)) return "keyword";
    if (DEFINES.has(before.toLowerCase())) return "name";
    if (line[end] === "(" && /^\w/.test(line) && !/^(call|if|while|return)\b/.test(line) && line.indexOf(word) < 60) {
        return rules.line[0] === "//" ? "name" : "";
    }
    return "";
}

// MATLAB's ' transposes after a value; Rust's begins a lifetime.
function isQuote(line, at, rules) {
    const c = line[at];
    if (rules.quotes.includes(c)) return true;
    if (c !== "'") return false;
    if (rules.matrix) return !/[\w)\]}'.]/.test(line[at - 1] ?? " ");
    return rules.lifetimes === true && /^'(?:\\.|[^'\\])'/.test(line.slice(at));
}

function closing(line, at) {
    const quote = line[at];
    for (let k = at + 1; k < line.length; k += 1) {
        if (line[k] === "\\") k += 1;
        else if (line[k] === quote) return k + 1;
    }
    return line.length;
}

// Where two lists of lines differ, as [from, to, lines]: lines from..to of the old list become these. In order, from the end
// on, so that numbers hold while they are applied. It looks for the nearest line that both have, at most `reach` away:
// a small edit leaves most nodes of a listing where they are.
export function changes(old, now, reach = 60) {
    const found = [];
    let i = 0;
    let j = 0;
    while (i < old.length && j < now.length) {
        if (old[i] === now[j]) {
            i += 1;
            j += 1;
            continue;
        }
        const [a, b] = resync(old, now, i, j, reach);
        found.push([i, i + a, now.slice(j, j + b)]);
        i += a;
        j += b;
    }
    if (i < old.length || j < now.length) found.push([i, old.length, now.slice(j)]);
    return found.reverse();
}

function resync(old, now, i, j, reach) {
    for (let sum = 1; sum <= reach; sum += 1) {
        for (let a = 0; a <= sum; a += 1) {
            const b = sum - a;
            const x = old[i + a];
            if (x !== undefined && x === now[j + b] && (x.length > 3 || old[i + a + 1] === now[j + b + 1])) return [a, b];
        }
    }
    return [Math.min(reach, old.length - i), Math.min(reach, now.length - j)];
}
