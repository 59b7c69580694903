// Preloaded into a server (`node --import`): its clock is an hour ahead.
import { shiftClock } from "../../apps/server/test/shift-clock.ts";

shiftClock(() => 60 * 60_000);
