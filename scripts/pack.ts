// `npm run pack` builds the packages for integrators and writes their archives to dist/packages.
import { join } from "node:path";
import { packCli, packMcp } from "./pack-program.ts";
import { packSdk } from "./pack-sdk.ts";
import { ROOT } from "./run-command.ts";

const folder = join(ROOT, "dist/packages");
console.log(await packSdk(folder));
console.log(await packCli(folder));
console.log(await packMcp(folder));
