// `npm run advisories`: asks the registry of npm's configuration for the known advisories of what we
// ship, and renews docs/security/advisories.json.
import { execFileSync } from "node:child_process";
import { snapshotPath } from "./advisory-snapshot.ts";
import { listShippedPackages } from "./list-shipped-packages.ts";
import { renewSnapshot } from "./renew-snapshot.ts";
import { ROOT } from "./run-command.ts";

const registry = execFileSync("npm", ["config", "get", "registry"], {
  cwd: ROOT,
  encoding: "utf8",
}).trim();
const { isRenewed, message } = await renewSnapshot({
  registry,
  shipped: listShippedPackages(),
  path: snapshotPath,
  today: new Date().toISOString().slice(0, 10),
});
if (isRenewed) console.log(message);
else console.error(`The advisories are not renewed. ${message}`);
process.exitCode = isRenewed ? 0 : 1;
