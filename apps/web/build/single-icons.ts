import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import type { Plugin } from "vite";

const lucide = dirname(createRequire(import.meta.url).resolve("lucide-react/package.json"));
const index = join(lucide, "dist/esm/lucide-react.mjs");
const createIcon = fileURLToPath(new URL("../src/ui/create-icon.ts", import.meta.url));
/** The module that stands for the library's builder, which icons import as their default. */
const builder = "virtual:create-icon";
const iconImport = /import\s*\{([^}]*)\}\s*from\s*"lucide-react";?/g;

/**
 * `import { Wallet } from "lucide-react"` imports an index of all icons, so the bundler can't tell
 * which page needs which icon. This imports each icon's own module instead: 3 kB less before the
 * sign-in. Our own create-icon.ts draws them.
 */
export function singleIcons(): Plugin {
  let modules: Map<string, string> | undefined;
  return {
    name: "rokad:single-icons",
    apply: "build",
    enforce: "pre",
    resolveId: {
      filter: { id: /[/]createLucideIcon\.mjs$/ },
      handler: () => builder,
    },
    load: {
      filter: { id: /^virtual:create-icon$/ },
      handler: () => `export { createIcon as default } from ${JSON.stringify(createIcon)};`,
    },
    transform: {
      filter: { id: /\.tsx?$/, code: '"lucide-react"' },
      handler: (code) => {
        modules ??= readIndex();
        const icons = modules;
        return {
          code: code.replace(iconImport, (_, names: string) =>
            names
              .split(",")
              .map((name) => name.trim())
              .filter((name) => name !== "" && !name.startsWith("type "))
              .map((name) => importOf(icons, name))
              .join(" "),
          ),
          map: null,
        };
      },
    },
  };
}

function importOf(icons: ReadonlyMap<string, string>, name: string): string {
  const [icon = name, alias = icon] = name.split(" as ");
  const module = icons.get(icon);
  if (module === undefined) throw new Error(`lucide-react has no icon ${icon}`);
  return `import ${alias} from ${JSON.stringify(module)};`;
}

/** Icon name → its module, from lines such as `export { default as X, default as XIcon } from './icons/x.mjs'`. */
function readIndex(): Map<string, string> {
  const lines = readFileSync(index, "utf8").matchAll(/export \{([^}]+)\} from '(\.[^']+)'/g);
  return new Map(
    [...lines].flatMap(([, names = "", file = ""]) =>
      [...names.matchAll(/default as (\w+)/g)].map(
        ([, name = ""]) => [name, join(dirname(index), file)] as const,
      ),
    ),
  );
}
