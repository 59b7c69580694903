// The guarantee: no regular expression takes more than linear time, whatever text it reads. A
// quadratic one in the statement import stopped the server for 16 s with a file of 55 kB.
import { extname } from "node:path";
import { parseSync, Visitor } from "oxc-parser";
import { analyse } from "scslre";
import { expect, test } from "vitest";
import { listSources, readText } from "./list-files.ts";

interface Expression {
  readonly path: string;
  readonly source: string;
  readonly flags: string;
}

test("no regular expression is super-linear", () => {
  const expressions = listSources()
    .filter(
      (path) =>
        /^(?:apps\/(?:server|web)\/src|packages)\//.test(path) && !/\.test\.tsx?$/.test(path),
    )
    .flatMap(expressionsIn);
  // An empty list would make every expression look linear.
  expect(expressions.length).toBeGreaterThan(100);
  const slow = expressions.flatMap((expression) => {
    const kinds = analyse(expression).reports.map(
      ({ type, character }) => `${type} of ${character.pick}`,
    );
    return kinds.length > 0 ? [`${nameOf(expression)}: ${kinds.join(", ")}`] : [];
  });
  expect(slow).toEqual([]);
});

test.each([
  ["/\\s*(?:inr|₹)$/", "Move"],
  ["/(?:a+)+b/", "Self"],
  ["/^a*\\w*!$/", "Trade"],
])("finds that %s is super-linear", (literal, type) => {
  const [expression] = expressionsOf("x.ts", `export const rule = ${literal};`);
  expect(analyse(expression as Expression).reports.map((report) => report.type)).toContain(type);
});

function expressionsIn(path: string): Expression[] {
  return expressionsOf(path, readText(path));
}

function expressionsOf(path: string, text: string): Expression[] {
  const found: Expression[] = [];
  const { program } = parseSync(`file${extname(path)}`, text);
  new Visitor({
    Literal(node) {
      if ("regex" in node && node.regex) {
        found.push({ path, source: node.regex.pattern, flags: node.regex.flags });
      }
    },
  }).visit(program);
  return found;
}

const nameOf = ({ path, source, flags }: Expression) => `${path}: /${source}/${flags}`;
