import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { minifySync, type Plugin, type Rolldown } from "vite";

const source = new URL("../src/boot.js", import.meta.url);

/** The code that each of the two first pages needs next, beyond what index.html itself loads. */
const nextModules = { "sign-in": "/sign-in/sign-in-page.tsx", console: "/shell/signed-in.tsx" };

/**
 * Puts `src/boot.js` into the head as a classic script, before anything is painted. It has to be
 * a file, because the Content-Security-Policy allows no inline script, and it can't be a module,
 * because modules run after the first paint. Vite bundles neither, so it is emitted here, hashed,
 * with the names of the files to fetch early.
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
  const loadedAnyway = entry ? withImports(bundle, entry.fileName) : new Set();
  const lists = Object.entries(nextModules).map(([page, module]) => {
    const chunk = chunks.find((each) => each.facadeModuleId?.endsWith(module));
    if (!chunk)
      throw new Error(`${module} is not a chunk of its own any more: mend boot-script.ts`);
    const files = [...withImports(bundle, chunk.fileName)].filter(
      (file) => !loadedAnyway.has(file),
    );
    return [page, files.map((file) => `/${file}`)] as const;
  });
  return Object.fromEntries<readonly string[]>(lists);
}

/** A chunk's file and those of everything that it imports at once. */
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
