// `npm start`. In JavaScript, because a start that finds everything compiled does not load the compiler
// of TypeScript then, which takes half as long as PostgreSQL's start.
import { enableCompileCache } from "node:module";
import { join } from "node:path";

enableCompileCache(join(import.meta.dirname, "../node_modules/.cache/compiled"));
await import("./start.ts");
