import { configuredProviders } from "../../providers/configured-providers.ts";
import type { KeyMode } from "./secret.ts";

/** `test` while every provider of this installation is the sandbox. */
export function currentMode(): KeyMode {
  return configuredProviders().every(({ name }) => name === "sandbox") ? "test" : "live";
}
