// Preloaded into every server (`node --import`): shifts its clock by the milliseconds that the
// simulation sends, and ends the process when the simulation ends.
import { simulateTime } from "../apps/server/src/kernel/clock.ts";
import { shiftClock } from "../apps/server/test/shift-clock.ts";

let aheadMs = Number(process.env["CLOCK_AHEAD_MS"] ?? 0);
shiftClock(() => aheadMs);
simulateTime();
process.on("message", (message: { readonly aheadMs: number }) => {
  ({ aheadMs } = message);
});
process.on("disconnect", () => process.exit(1));
// Without this, the open channel would keep a stopped server alive.
process.channel?.unref();
