import { enableCompileCache } from "node:module";
import { join } from "node:path";

// Before anything large is loaded: what an earlier start has compiled is only read. Where nothing
// may be written there, everything is compiled each time.
enableCompileCache(join(import.meta.dirname, "../../../node_modules/.cache/compiled"));
const { runDoor } = await import("./run-door.ts");
await runDoor(process.argv.slice(2), process.env);
