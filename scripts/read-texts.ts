import { readFileSync } from "node:fs";
import { parseSync } from "oxc-parser";
import { listSources } from "./list-files.ts";

/** A text of the console, as the key of its translation. */
export interface Text {
  readonly key: string;
  /** A text of a room that only super admins open. */
  readonly isSuperAdmins: boolean;
  readonly path: string;
}

/** A node of a parsed file, as far as this needs it. */
interface Node {
  readonly type: string;
  readonly [field: string]: unknown;
}

/** All texts that the console marks with `t` and `inContext`. */
export function readConsoleTexts(): Text[] {
  return sourcesOf("apps/web/src/").flatMap((path) => {
    const isSuperAdmins = readFileSync(path, "utf8").includes('super-admin-language.ts"');
    return nodesOf(path)
      .filter(({ type }) => type === "TaggedTemplateExpression")
      .map(({ tag, quasi }) => [contextOf(tag as Node), keyOf(quasi as Node)] as const)
      .filter(([context]) => context !== undefined)
      .map(([context, key]) => ({ key: `${context}${key}`, isSuperAdmins, path }));
  });
}

/** All strings and templates of the server and its packages, with {0}, {1} for their values. */
export function readAnswerTexts(): ReadonlySet<string> {
  const paths = ["apps/server/src/", "packages/contract/src/"].flatMap(sourcesOf);
  return new Set(paths.flatMap(nodesOf).flatMap(textsIn));
}

/**
 * The messages of the contract's rules for what people enter, with {0}, {1} for their values. Those that
 * name a field of the API as programs write it are for programs.
 */
export function readRuleMessages(): string[] {
  return sourcesOf("packages/contract/src/")
    .flatMap(nodesOf)
    .flatMap((node) => {
      if (node.type === "Property" && (node["key"] as Node)["name"] === "error")
        return textsIn(node["value"] as Node);
      const callee = node["callee"] as Node | undefined;
      const isRule = (callee?.["object"] as Node | undefined)?.["name"] === "z";
      return isRule ? (node["arguments"] as Node[]).flatMap(textsIn) : [];
    })
    .filter((text) => /^[A-Z].* /.test(text) && !/[a-z](_[a-z]|[A-Z])/.test(text));
}

/** The text of a literal or template. */
function textsIn(node: Node): string[] {
  if (node.type === "TemplateLiteral") return [keyOf(node)];
  return node.type === "Literal" && typeof node["value"] === "string" ? [node["value"]] : [];
}

function sourcesOf(folder: string): string[] {
  return listSources().filter((path) => path.startsWith(folder) && !path.includes(".test."));
}

/** "" for `t`, "payee: " for `inContext("payee")`; undefined for another tag. */
function contextOf(tag: Node): string | undefined {
  if (tag.type === "Identifier") return tag["name"] === "t" ? "" : undefined;
  const callee = tag["callee"] as Node | undefined;
  if (callee?.["name"] !== "inContext") return undefined;
  const [context] = tag["arguments"] as Node[];
  return `${String(context?.["value"])}: `;
}

/** `` `Pay ${name}` `` → `Pay {0}`. */
function keyOf(template: Node): string {
  const parts = template["quasis"] as { value: { cooked: string } }[];
  return parts.map(({ value }, at) => (at === 0 ? "" : `{${at - 1}}`) + value.cooked).join("");
}

function nodesOf(path: string): Node[] {
  const nodes: Node[] = [];
  collect(parseSync(path, readFileSync(path, "utf8")).program, nodes);
  return nodes;
}

function collect(value: unknown, nodes: Node[]): void {
  if (typeof value !== "object" || value === null) return;
  if ("type" in value) nodes.push(value as Node);
  for (const each of Object.values(value)) collect(each, nodes);
}
