import { readText } from "./list-files.ts";

/** A package that the product ships: a production dependency, direct or not. */
export interface ShippedPackage {
  readonly name: string;
  readonly version: string;
  readonly license: string;
  /** The hash of its archive. */
  readonly integrity: string | undefined;
  /** Another source than the registry. The lock file does not repeat the registry's addresses. */
  readonly resolved: string | undefined;
}

interface LockedPackage {
  readonly version?: string;
  readonly license?: string;
  readonly integrity?: string;
  readonly resolved?: string;
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
    .map(([path, { version = "", license = "none stated", integrity, resolved }]) => ({
      name: path.slice(path.lastIndexOf("node_modules/") + "node_modules/".length),
      version,
      license,
      integrity,
      resolved,
    }))
    .toSorted((a, b) => (a.name < b.name ? -1 : 1));
}
