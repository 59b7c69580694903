// Part of `npm run check`: compares what we ship with the snapshot of known advisories, offline.
import { acceptedAdvisories, unaskedPackages } from "./accepted-advisories.ts";
import { readSnapshot, snapshotPath } from "./advisory-snapshot.ts";
import { compareAdvisories } from "./compare-advisories.ts";
import { listShippedPackages } from "./list-shipped-packages.ts";

const { problems, notes } = compareAdvisories({
  shipped: listShippedPackages(),
  snapshot: readSnapshot(snapshotPath),
  acceptedAdvisories,
  unaskedPackages,
  today: new Date().toISOString().slice(0, 10),
});
for (const line of [...problems, ...notes]) console.log(line);
process.exitCode = problems.length === 0 ? 0 : 1;
