import type { Plugin } from "vite";

type Imports = ReadonlyMap<string, readonly string[]>;

/**
 * Fails a build whose chunks import each other in a cycle. The chunk that runs first would find the
 * other one empty, and every page that needs them would break.
 */
export function noImportCycles(): Plugin {
  return {
    name: "rokad:no-import-cycles",
    apply: "build",
    generateBundle(_, bundle) {
      const files = Object.values(bundle).flatMap((file) =>
        file.type === "chunk" ? [[file.fileName, file.imports] as const] : [],
      );
      const cycle = findCycle(new Map(files));
      if (cycle) {
        this.error(
          `Chunks import each other in a cycle: ${cycle.join(" → ")}. Lower entriesAwareMergeThreshold in build/chunk-groups.ts.`,
        );
      }
    },
  };
}

/** @returns the chunks of the first cycle, starting and ending with the same one. */
export function findCycle(imports: Imports): string[] | undefined {
  const finished = new Set<string>();

  function follow(file: string, path: readonly string[]): string[] | undefined {
    const seenAt = path.indexOf(file);
    if (seenAt !== -1) return [...path.slice(seenAt), file];
    if (finished.has(file)) return undefined;
    for (const target of imports.get(file) ?? []) {
      const cycle = follow(target, [...path, file]);
      if (cycle) return cycle;
    }
    finished.add(file);
    return undefined;
  }

  for (const file of imports.keys()) {
    const cycle = follow(file, []);
    if (cycle) return cycle;
  }
  return undefined;
}
