import type { ProposalKind, TakesEffect } from "@rokad/contract/proposals";
import { database, type Db } from "../../database/db.ts";
import { secondsFromNow } from "../../kernel/clock.ts";
import type { SuperAdmin } from "../../kernel/person.ts";
import { readDeciders } from "../people/super-admins.ts";
import { readSettings, type Settings } from "../settings/settings.ts";
import { hasMoneyMoved } from "./has-money-moved.ts";
import { proposalPermissions } from "./lock-proposals.ts";

/** How a change takes effect that is proposed now. */
export interface Effect {
  readonly how: TakesEffect;
  /** When it takes effect automatically; null when a second person confirms it, or at once. */
  readonly at: Date | null;
  /** Who counts from later on can't confirm it; null while there is no money to protect. */
  readonly confirmersBefore: Date | null;
}

const hourSeconds = 60 * 60;

/**
 * Who else could confirm a change, and whether they count. While there is money to protect, only
 * those do who had account and roles for the waiting time: a thief with the session of the only super
 * admin could invite a second one, enable an old account or give a helper the role, and confirm as
 * both.
 * @param others since when the other people who may decide about this change count.
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
  const confirmersBefore = secondsFromNow(-hours * hourSeconds);
  return others.some((since) => since <= confirmersBefore)
    ? { how: "second_person", at: null, confirmersBefore }
    : { how: "waiting_time", at: secondsFromNow(hours * hourSeconds), confirmersBefore };
}

/** How a change of this kind takes effect that the person proposes now; not under a lock. */
export async function findEffectFor(person: SuperAdmin, kind: ProposalKind): Promise<Effect> {
  const deciders = await readDeciders(database(), proposalPermissions[kind]);
  const others = deciders.filter(({ id }) => id !== person.member.id).map(({ since }) => since);
  return findEffect(database(), others, await readSettings());
}
