// Loaded into every server before its own program (`node --import`): the product's clock runs
// ahead by as much as the simulation says, and the process ends with whoever started it.
import { useClock } from "../apps/server/src/clock.ts";

let aheadMs = Number(process.env["PROVE_AHEAD_MS"] ?? 0);
useClock(() => new Date(Date.now() + aheadMs));
process.on("message", (told: { readonly aheadMs: number }) => {
  ({ aheadMs } = told);
});
process.on("disconnect", () => process.exit(1));
// Listening alone keeps nobody from ending.
process.channel?.unref();
