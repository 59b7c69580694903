import { parseSync, Visitor, type ESTree, type Plugin } from "vite";

/**
 * The fields of a call that only the server and the API document read (packages/contract/src/call.ts).
 * A form is a constant of its own: the console never reads it from its call.
 */
const docFields = new Set([
  "summary",
  "tag",
  "errors",
  "example",
  "stepUp",
  "needs",
  "params",
  "query",
  "body",
]);

/**
 * Removes the documentation of the contract's calls from the console. Marks the calls that compute the
 * contract's constants as pure: the bundler then drops a schema or sample that nothing uses.
 */
export function callDocs(): Plugin {
  return {
    name: "rokad:call-docs",
    apply: "build",
    enforce: "pre",
    transform: {
      filter: { id: /[\\/]packages[\\/]contract[\\/]src[\\/].*\.ts$/ },
      handler: (code) => ({ code: withoutCallDocs(code), map: null }),
    },
  };
}

interface Edit {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

/**
 * @returns the module without these fields in the object that each `defineCall` takes, and with every
 *   call of a constant's value marked as pure. A schema is not registered: only the API document reads
 *   its name and description.
 */
export function withoutCallDocs(code: string): string {
  const { program, errors } = parseSync("call.ts", code);
  const [error] = errors;
  if (error) throw new Error(error.message);
  const edits: Edit[] = [...callsOfConstants(program)].map((start) => ({
    start,
    end: start,
    text: "/* @__PURE__ */ ",
  }));
  new Visitor({
    CallExpression({ callee, arguments: [call], end }) {
      if (callee.type === "MemberExpression" && isRegistry(call)) {
        edits.push({ start: callee.object.end, end, text: "" });
        return;
      }
      if (callee.type !== "Identifier" || callee.name !== "defineCall") return;
      if (call?.type !== "ObjectExpression") return;
      for (const field of call.properties) {
        if (field.type !== "Property" || field.key.type !== "Identifier") continue;
        // The console reads of an answer only whether it is a file; the server has checked it.
        if (field.key.name === "answer" && field.value.type !== "Literal")
          edits.push({ start: field.value.start, end: field.value.end, text: "{}" });
        if (!docFields.has(field.key.name)) continue;
        const fieldEnd = code[field.end] === "," ? field.end + 1 : field.end;
        edits.push({ start: field.start, end: fieldEnd, text: "" });
      }
    },
  }).visit(program);
  return withoutNested(edits).reduceRight(
    (edited, { start, end, text }) => edited.slice(0, start) + text + edited.slice(end),
    code,
  );
}

/** Where the calls start that run when the module's constants get their values. */
function callsOfConstants({ body }: ESTree.Program): Set<number> {
  const starts = new Set<number>();
  const visit = (node: unknown): void => {
    if (typeof node !== "object" || node === null) return;
    const { type, start } = node as { type?: string; start?: number };
    // What a function calls, it calls later.
    if (type === "ArrowFunctionExpression" || type === "FunctionExpression") return;
    if (type === "CallExpression" && start !== undefined) starts.add(start);
    Object.values(node).forEach(visit);
  };
  for (const statement of body) {
    const declared =
      statement.type === "ExportNamedDeclaration" ? statement.declaration : statement;
    if (declared?.type === "VariableDeclaration")
      visit(declared.declarations.map((one) => one.init));
  }
  return starts;
}

/** The edits in order, without those inside another one. */
function withoutNested(edits: readonly Edit[]): Edit[] {
  let reached = 0;
  return edits
    .toSorted((one, other) => one.start - other.start)
    .filter(({ start, end }) => {
      if (start < reached) return false;
      reached = end;
      return true;
    });
}

function isRegistry(argument: ESTree.Argument | undefined): boolean {
  return (
    argument?.type === "MemberExpression" &&
    argument.property.type === "Identifier" &&
    argument.property.name === "globalRegistry"
  );
}
