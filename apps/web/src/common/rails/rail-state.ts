import type { Rail } from "@rokad/contract/gateway";

export type RailState = "unconfigured" | "paused" | "silent" | "skipped" | "unchecked" | "sending";

/** A provider's worst state. */
export function railState(
  rail: Pick<Rail, "missing_settings" | "pause" | "passed_over" | "probe">,
): RailState {
  if (rail.missing_settings.length > 0) return "unconfigured";
  if (rail.pause) return "paused";
  if (rail.probe && rail.probe.error !== null) return "silent";
  if (rail.passed_over !== null) return "skipped";
  return rail.probe ? "sending" : "unchecked";
}

/** Whether payouts of the other provider move to it, as the server decides. */
export function takesPayouts(rail: Pick<Rail, "pause" | "passed_over">): boolean {
  return rail.pause === null && rail.passed_over === null;
}
