import { readText } from "./list-files.ts";

/** A package that the product ships: a production dependency, direct or not. */
export interface ShippedPackage {
  readonly name: string;
  readonly version: string;
  readonly license: string;
}

interface LockedPackage {
  readonly version?: string;
  readonly license?: string;
  readonly dev?: boolean;
  readonly link?: boolean;
}

/** The production dependencies of every platform, from the lock file, by name. */
export function listShippedPackages(): ShippedPackage[] {
  const { packages } = JSON.parse(readText("package-lock.json")) as {
    packages: Readonly<Record<string, LockedPackage>>;
  };
  return Object.entries(packages)
    .filter(([path, { dev, link }]) => path.includes("node_modules/") && !dev && !link)
    .map(([path, { version = "", license = "none stated" }]) => ({
      name: path.slice(path.lastIndexOf("node_modules/") + "node_modules/".length),
      version,
      license,
    }))
    .toSorted((a, b) => (a.name < b.name ? -1 : 1));
}
