import type { TakesEffect } from "@rokad/contract/proposals";
import type { Db } from "../../database/db.ts";
import { now } from "../../kernel/clock.ts";
import type { Settings } from "../settings/settings.ts";
import { hasMoneyMoved } from "./has-money-moved.ts";

/** How a change takes effect that is proposed now. */
export interface Effect {
  readonly how: TakesEffect;
  /** When it takes effect automatically; null when a second person confirms it, or at once. */
  readonly at: Date | null;
  /** Accounts created later can't confirm it; null while there is no money to protect. */
  readonly confirmersBefore: Date | null;
}

const hourMs = 60 * 60 * 1_000;

/**
 * Who else could confirm a change, and whether they count. While there is money to protect, only
 * accounts that are older than the waiting time do: a thief with the session of the only super admin
 * could invite a second one and confirm as both.
 * @param others when the other people were added who may decide about this change.
 */
export async function findEffect(
  db: Db,
  others: readonly Date[],
  { control_waiting_hours: hours }: Pick<Settings, "control_waiting_hours">,
): Promise<Effect> {
  if (!(await hasMoneyMoved(db))) {
    const how = others.length === 0 ? "at_once" : "second_person";
    return { how, at: null, confirmersBefore: null };
  }
  const confirmersBefore = new Date(now().getTime() - hours * hourMs);
  return others.some((addedAt) => addedAt <= confirmersBefore)
    ? { how: "second_person", at: null, confirmersBefore }
    : { how: "waiting_time", at: new Date(now().getTime() + hours * hourMs), confirmersBefore };
}
