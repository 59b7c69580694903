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
 * Removes the documentation of the contract's calls from the console, and the samples that only
 * their examples use: the bundler keeps a constant whose value it can't prove to be pure.
 */
export function callDocs(): Plugin {
  return {
    name: "rokad:call-docs",
    apply: "build",
    enforce: "pre",
    transform: {
      filter: {
        id: /[\\/]packages[\\/]contract[\\/]src[\\/].*\.ts$/,
        code: /defineCall\(|globalRegistry|(?:Sample|Answer) = /,
      },
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
 * @returns the module without these fields in the object that each `defineCall` takes, and with
 *   nothing in each constant whose name ends with `Sample`, or with `Answer` for a schema. A schema is not
 *   registered: only the API document reads its name and description.
 */
export function withoutCallDocs(code: string): string {
  const { program, errors } = parseSync("call.ts", code);
  const [error] = errors;
  if (error) throw new Error(error.message);
  const edits: Edit[] = [];
  new Visitor({
    VariableDeclarator({ id, init }) {
      if (id.type !== "Identifier" || !init) return;
      const isAnswer = id.name.endsWith("Answer") && init.type === "CallExpression";
      if (!isAnswer && !id.name.endsWith("Sample")) return;
      edits.push({ start: init.start, end: init.end, text: "{}" });
    },
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
