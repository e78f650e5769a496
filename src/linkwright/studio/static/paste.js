// Blocks of cells on the clipboard: what spreadsheets, CSV files, Markdown and LaTeX tables leave there. Pure functions.

const MINUS = /[\u2212\u2013]/g; // typographic minus signs, which no formula knows
const ODD = /[\u00a0\u2007\u202f\u200b\ufeff]/g;

// The text of one cell as a formula of ours: typographic signs, a decimal comma and degrees are put right.
export function cell(text) {
    let value = text.replace(ODD, " ").trim().replace(MINUS, "-").replace(/\u00d7|\u00b7/g, "*");
    value = value.replace(/\u03c0/g, "pi");
    if (/^[+-]?\d+,\d+([eE][+-]?\d+)?$/.test(value)) value = value.replace(",", ".");
    if (/^[+-]?(\d+\.?\d*|\.\d+)\s*\u00b0$/.test(value)) value = degrees(value.replace(/\s*\u00b0/, ""));
    return value.replace(/^\+(?=[\d.])/, "");
}

// Quarter turns and their parts are exact, others a formula: 90 -> pi/2, 12.5 -> 12.5*pi/180.
export function degrees(text) {
    const number = Number(text);
    if (number === 0) return "0";
    for (const part of [1, 2, 3, 4, 6, 12]) {
        const times = (number * part) / 180;
        if (Number.isInteger(times)) {
            const sign = times < 0 ? "-" : "";
            const factor = Math.abs(times) === 1 ? "" : `${Math.abs(times)}*`;
            return `${sign}${factor}pi${part === 1 ? "" : `/${part}`}`;
        }
    }
    return `${text}*pi/180`;
}

const PLAIN = /^[+-]?(\d+\.?\d*|\.\d+)([eE][+-]?\d+)?$/;
const TURN = 2 * Math.PI * 1.0001; // a turn that was rounded is none more

// The cells of columns of angles that hold more than a turn if they are radians: most likely the block is in degrees. `isAngle(row, column)`
// tells which cells are angles.
export function beyondTurn(rows, isAngle) {
    return rows.flatMap((row, i) => row.filter((text, k) => isAngle(i, k) && PLAIN.test(text) && Math.abs(Number(text)) > TURN));
}

// The block with the plain numbers of its angles taken as degrees; formulas stay as they are. Where `isNumber`, a cell takes no formula.
export function fromDegrees(rows, isAngle, isNumber = () => false) {
    return rows.map((row, i) => row.map((text, k) => {
        if (!isAngle(i, k) || !PLAIN.test(text)) return text;
        return isNumber(i, k) ? String((Number(text) * Math.PI) / 180) : degrees(text);
    }));
}

// Rows of cells. Tabs part cells before all else, then Markdown's bars, LaTeX's ampersands, semicolons, and commas where
// every row has as many; a text without any is one cell.
export function block(text) {
    const lines = text.replace(/\r\n?/g, "\n").replace(/\n+$/, "").split("\n");
    const filled = lines.filter((line) => line.trim());
    if (!filled.length) return [];
    if (text.includes("\t")) return tabbed(text.replace(/\r\n?/g, "\n")).map((row) => row.map(cell));
    if (filled.every((line) => /^\s*\|.*\|\s*$/.test(line))) {
        const rows = filled.filter((line) => !/^[\s|:-]+$/.test(line));
        return rows.map((line) => line.trim().slice(1, -1).split("|").map(cell));
    }
    if (filled.every((line) => line.includes("&"))) {
        return filled.map((line) => line.replace(/\\\\.*$/, "").replace(/\$/g, "").split("&").map(cell));
    }
    for (const mark of [";", ","]) {
        const counts = filled.map((line) => outside(line, mark).length);
        const decimal = mark === "," && filled.length === 1 && /^\s*[+-]?\d+,\d+\s*$/.test(filled[0]);
        if (counts[0] > 1 && !decimal && counts.every((n) => n === counts[0])) {
            return filled.map((line) => outside(line, mark).map(cell));
        }
    }
    return lines.map((line) => [cell(line)]);
}

// Spreadsheets quote a cell with a line break or a quotation mark in it.
function tabbed(text) {
    const rows = [[]];
    const pattern = /(?:"((?:[^"]|"")*)"(?=[\t\n]|$)|([^\t\n]*))(\t|\n|$)/g;
    for (let match = pattern.exec(text); match; match = pattern.exec(text)) {
        rows.at(-1).push(match[1] === undefined ? match[2] : match[1].replace(/""/g, '"').replace(/\n/g, " "));
        if (match[3] === "\n") rows.push([]);
        if (match[3] === "" || pattern.lastIndex >= text.length) break;
    }
    return rows.filter((row) => row.some((value) => value.trim()));
}

// The parts of a line between marks that are in no parentheses: atan2(a, b) is one cell.
function outside(line, mark) {
    const parts = [""];
    let depth = 0;
    for (const c of line) {
        if (c === "(") depth += 1;
        if (c === ")") depth -= 1;
        if (c === mark && depth === 0) parts.push("");
        else parts[parts.length - 1] += c;
    }
    return parts;
}

// A header row names columns; anything that reads as a formula or number may be a value.
export function isHeader(row, names) {
    const known = new Set(names.map((name) => name.toLowerCase()));
    const plain = row.map((text) => text.toLowerCase().replace(/\s*\[.*\]$/, "").replace(/_?j$/, ""));
    return row.length > 1 && plain.filter((text) => known.has(text)).length > row.length / 2;
}
