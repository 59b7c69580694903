import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { minifySync, type Plugin, type Rolldown } from "vite";

const source = new URL("../src/boot.js", import.meta.url);

/** The modules that each first page needs after index.html, and those of every page in Hindi. */
const nextModules = {
  "sign-in": ["/sign-in/sign-in-page.tsx"],
  console: ["/shell/signed-in.tsx"],
  hindi: ["/hindi.json", "/hindi-answers.ts"],
};

/**
 * Adds `src/boot.js` to the head as a classic script that runs before the first paint. The
 * Content-Security-Policy forbids inline scripts, and modules run after the first paint. Vite does
 * not bundle classic scripts, so this emits it with a hash and the names of the files to preload.
 */
export function bootScript(): Plugin {
  let src = "/src/boot.js";
  return {
    name: "rokad:boot-script",
    enforce: "pre",
    generateBundle(_, bundle) {
      const next = JSON.stringify(filesToFetch(bundle));
      const code = readFileSync(source, "utf8").replace("/* next */ {}", next);
      const small = minifySync("boot.js", code).code;
      const hash = createHash("sha256").update(small).digest("base64url").slice(0, 8);
      src = `/assets/boot-${hash}.js`;
      this.emitFile({ type: "asset", fileName: src.slice(1), source: small });
    },
    transformIndexHtml: () => [{ tag: "script", attrs: { src }, injectTo: "head-prepend" }],
  };
}

function filesToFetch(bundle: Rolldown.OutputBundle): Record<string, readonly string[]> {
  const chunks = Object.values(bundle).filter((file) => file.type === "chunk");
  const entry = chunks.find((chunk) => chunk.isEntry);
  const initialFiles = entry ? withImports(bundle, entry.fileName) : new Set();
  const lists = Object.entries(nextModules).map(([page, modules]) => {
    const files = modules.flatMap((module) => {
      const chunk = chunks.find((each) => each.facadeModuleId?.endsWith(module));
      if (!chunk) throw new Error(`${module} is no longer a separate chunk: update boot-script.ts`);
      return [...withImports(bundle, chunk.fileName)].filter((file) => !initialFiles.has(file));
    });
    return [page, files.map((file) => `/${file}`)] as const;
  });
  return Object.fromEntries<readonly string[]>(lists);
}

/** The files of a chunk and of its static imports. */
function withImports(
  bundle: Rolldown.OutputBundle,
  fileName: string,
  found = new Set<string>(),
): Set<string> {
  if (found.has(fileName)) return found;
  found.add(fileName);
  const file = bundle[fileName];
  if (file?.type === "chunk") for (const each of file.imports) withImports(bundle, each, found);
  return found;
}
