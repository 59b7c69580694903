// `npm run licences`: lists the licence of every package that we ship. Fails on one that is not on
// the list of allowed-licences.ts.
import { allowedLicences, statedLicences } from "./allowed-licences.ts";
import { listShippedPackages } from "./list-shipped-packages.ts";

let refused = 0;
for (const { name, version, license } of listShippedPackages()) {
  const stated = statedLicences[name] ?? license;
  const isAllowed = Object.hasOwn(allowedLicences, stated);
  if (!isAllowed) refused += 1;
  console.log(`${isAllowed ? "  " : "✗ "}${`${name} ${version}`.padEnd(56)} ${stated}`);
}
console.log(
  refused === 0 ? "\nEvery licence is allowed." : `\n${refused} licences are not allowed.`,
);
process.exitCode = refused === 0 ? 0 : 1;
