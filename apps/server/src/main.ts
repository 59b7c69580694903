import { enableCompileCache } from "node:module";
import { join } from "node:path";

// Set before anything large is loaded, so that a start reads what an earlier one compiled. If the
// folder is not writable, every start compiles. systemd sets the variable for `CacheDirectory=`.
const cache =
  process.env["CACHE_DIRECTORY"] ?? join(import.meta.dirname, "../../../node_modules/.cache");
enableCompileCache(join(cache, "compiled"));
const { runCommand } = await import("./commands.ts");
await runCommand(process.argv.slice(2), process.env);
