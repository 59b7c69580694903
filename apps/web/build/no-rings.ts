import type { Plugin } from "vite";

type Imports = ReadonlyMap<string, readonly string[]>;

/**
 * Fails a build whose files import one another in a ring: the one that is run first then finds
 * nothing where the other's parts should be, and every page that needs them breaks.
 */
export function noRings(): Plugin {
  return {
    name: "rokad:no-rings",
    apply: "build",
    generateBundle(_, bundle) {
      const files = Object.values(bundle).flatMap((file) =>
        file.type === "chunk" ? [[file.fileName, file.imports] as const] : [],
      );
      const ring = ringIn(new Map(files));
      if (ring) {
        this.error(
          `Files import one another in a ring: ${ring.join(" → ")}. A lower entriesAwareMergeThreshold in build/chunk-groups.ts takes it apart.`,
        );
      }
    },
  };
}

/** @returns the files of the first ring that is found, beginning and ending with the same one. */
export function ringIn(imports: Imports): string[] | undefined {
  const finished = new Set<string>();

  function follow(file: string, way: readonly string[]): string[] | undefined {
    const seenAt = way.indexOf(file);
    if (seenAt !== -1) return [...way.slice(seenAt), file];
    if (finished.has(file)) return undefined;
    for (const next of imports.get(file) ?? []) {
      const ring = follow(next, [...way, file]);
      if (ring) return ring;
    }
    finished.add(file);
    return undefined;
  }

  for (const file of imports.keys()) {
    const ring = follow(file, []);
    if (ring) return ring;
  }
  return undefined;
}
