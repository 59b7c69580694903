// `npm run pack` builds the packages for integrators and writes their archives to dist/packages.
import { join } from "node:path";
import { packPython } from "./pack-python.ts";
import { packCli, packMcp } from "./pack-program.ts";
import { packSdk } from "./pack-sdk.ts";
import { virtualEnvironment } from "./python-sdk/virtual-environment.ts";
import { ROOT } from "./run-command.ts";

const folder = join(ROOT, "dist/packages");
console.log(await packSdk(folder));
console.log(await packCli(folder));
console.log(await packMcp(folder));
const environment = virtualEnvironment();
console.log(
  typeof environment === "string"
    ? `The Python SDK was not packed: ${environment}`
    : await packPython(folder, environment),
);
