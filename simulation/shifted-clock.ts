// Preloaded into every server (`node --import`): shifts its clock by the milliseconds that the
// simulation sends, as an operator could, and ends the process when the simulation ends.
import { simulateTime } from "../apps/server/src/kernel/clock.ts";

const SystemDate = Date;
let aheadMs = Number(process.env["CLOCK_AHEAD_MS"] ?? 0);
const shiftedNow = () => SystemDate.now() + aheadMs;
// The whole program has one clock: the contract checks that no day is in the future.
globalThis.Date = new Proxy(SystemDate, {
  construct: (target, given, newTarget) =>
    Reflect.construct(target, given.length === 0 ? [shiftedNow()] : given, newTarget) as Date,
  get: (target, name, receiver): unknown =>
    name === "now" ? shiftedNow : Reflect.get(target, name, receiver),
});
simulateTime();
process.on("message", (message: { readonly aheadMs: number }) => {
  ({ aheadMs } = message);
});
process.on("disconnect", () => process.exit(1));
// Without this, the open channel would keep a stopped server alive.
process.channel?.unref();
