// `npm run sbom`: prints a CycloneDX 1.6 file of the production dependencies.
import { execFileSync } from "node:child_process";
import { ROOT } from "./run-command.ts";

const options = ["--sbom-format", "cyclonedx", "--sbom-type", "application", "--omit", "dev"];
const text = execFileSync("npm", ["sbom", ...options, "--package-lock-only"], {
  cwd: ROOT,
  encoding: "utf8",
  maxBuffer: 64 * 1024 * 1024,
});
const sbom = JSON.parse(text) as Readonly<Record<string, unknown>>;
// npm writes version 1.5, and every such file is also one of version 1.6.
console.log(
  JSON.stringify(
    { ...sbom, $schema: "http://cyclonedx.org/schema/bom-1.6.schema.json", specVersion: "1.6" },
    null,
    2,
  ),
);
