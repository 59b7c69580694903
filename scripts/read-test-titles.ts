import {
  type Argument,
  type CallExpression,
  type Expression,
  parseSync,
  Visitor,
} from "oxc-parser";
import { listSources, readText } from "./list-files.ts";

/** A call of `test` or `describe`. `%s` and `${…}` in its title are not filled in. */
export type TestTitle = {
  path: string;
  title: string;
  /** The titles of the `describe` calls around it, outermost first. */
  blocks: readonly string[];
  skipped: boolean;
};

/** These leave a test or all others out, or reverse its result. */
const SKIPPING = new Set(["skip", "skipIf", "runIf", "only", "todo", "fixme", "fail", "fails"]);
const MODIFIERS = new Set([...SKIPPING, "describe", "each", "for", "concurrent", "serial"]);

/** The files that Vitest and Playwright run, and the suites that several of them share. */
export function listTestFiles(): string[] {
  return listSources().filter((path) => /\.(test|e2e|contract)\.tsx?$/.test(path));
}

/** The titles of a file's tests and blocks, and of calls like `describeProvider("…")`. */
export function readTestTitles(path: string, source = readText(path)): TestTitle[] {
  const { program, errors } = parseSync(path, source);
  if (errors[0] !== undefined) throw new Error(`${path}: ${errors[0].message}`);
  const titles: TestTitle[] = [];
  const open: { call: CallExpression; test: TestTitle }[] = [];
  new Visitor({
    CallExpression(call) {
      const [root = "", ...modifiers] = readCallee(call.callee);
      const isTest =
        /^(test|it|describe([A-Z]\w*)?)$/.test(root) &&
        modifiers.every((name) => MODIFIERS.has(name));
      const title = isTest ? readTitle(call.arguments[0]) : undefined;
      const skipped = isTest
        ? [...modifiers, ...readOptions(call.arguments[1])].some((name) => SKIPPING.has(name))
        : modifiers.at(-1) === "skip";
      if (title !== undefined) {
        const test = { path, title, blocks: open.map((outer) => outer.test.title), skipped };
        titles.push(test);
        open.push({ call, test });
      } else if (skipped) {
        // `test.skip(condition)` and `context.skip()` stand inside of what they leave out.
        const outer = open.at(-1)?.test;
        if (outer === undefined) titles.push({ path, title: "", blocks: [], skipped });
        else outer.skipped = true;
      }
    },
    "CallExpression:exit"(call) {
      if (open.at(-1)?.call === call) open.pop();
    },
  }).visit(program);
  return titles;
}

/** `test.each(rows)` is ["test", "each"]. */
function readCallee(callee: Expression): string[] {
  if (callee.type === "Identifier") return [callee.name];
  if (callee.type === "CallExpression") return readCallee(callee.callee);
  if (callee.type === "TaggedTemplateExpression") return readCallee(callee.tag);
  if (callee.type !== "MemberExpression" || callee.property.type !== "Identifier") return [];
  return [...readCallee(callee.object), callee.property.name];
}

function readTitle(argument: Argument | undefined): string | undefined {
  if (argument?.type === "Literal" && typeof argument.value === "string") return argument.value;
  if (argument?.type !== "TemplateLiteral") return undefined;
  return argument.quasis.map(({ value }) => value.cooked ?? "").join("${…}");
}

function readOptions(argument: Argument | undefined): string[] {
  if (argument?.type !== "ObjectExpression") return [];
  return argument.properties.flatMap((each) =>
    each.type === "Property" && each.key.type === "Identifier" ? [each.key.name] : [],
  );
}
