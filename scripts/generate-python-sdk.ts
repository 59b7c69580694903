// `npm run sdk:python` writes packages/sdk-python/src/rokad/generated from openapi.json. Exit code 2: there
// is no Python.
import { virtualEnvironment } from "./python-sdk/virtual-environment.ts";
import { COMMITTED, writePython } from "./python-sdk/write-python.ts";

const environment = virtualEnvironment();
if (typeof environment === "string") {
  console.error(`The Python SDK was NOT generated: ${environment}`);
  process.exitCode = 2;
} else {
  await writePython(COMMITTED, environment);
}
