import type { Permission } from "@rokad/contract/roles";
import type { Tx } from "../../database/db.ts";
import { now } from "../../kernel/clock.ts";
import { ApiError } from "../../kernel/errors.ts";
import type { SuperAdmin } from "../../kernel/person.ts";
import { hasMoneyMoved } from "./has-money-moved.ts";
import { lockDeciders } from "./lock-proposals.ts";
import { minuteOf } from "./stored-proposal.ts";
import { readSettingsWithin } from "../settings/settings.ts";

/** The first of two super admins who must decide the same, and when. */
export interface FirstDecision {
  readonly by: string | null;
  readonly at: Date | null;
}

/**
 * What two super admins decide alike, and what both need for it. Proposals have `proposalPermissions`.
 * A test tries to decide each alone.
 */
export const twoPersonActs = {
  deposit: "operate",
  credit: "operate",
  adjustment: "finance",
  outcome: "operate",
  return: "finance",
  difference: "finance",
} as const satisfies Readonly<Record<string, Permission>>;

type TwoPersonAct = keyof typeof twoPersonActs;

/** Their first decision is a proposal, which can be withdrawn and made again. */
const proposedActs: ReadonlySet<TwoPersonAct> = new Set(["adjustment", "outcome"]);

const hourMs = 60 * 60_000;

/**
 * Whether a first decision counts, so that `second`, another person, completes it. It does not once its
 * person may no longer decide, nor if one of them was too new when it was made: then `second` is the
 * first. Both must have had account and roles for the waiting time of System Settings by then: one
 * person could add a second account and decide as both, in either order. Before money has moved, there
 * is nothing to protect.
 *
 * Locks every super admin's row. Closes the race with a change of their roles or status. Take it after
 * the lock of what is decided and before those of wallets.
 * @throws 409 `CONFIRMER_TOO_NEW` for a second person who is still too new now, so that they replace no
 *   decision either; of a proposal for one who was too new when it was made.
 */
export async function completesDecision(
  db: Tx,
  second: SuperAdmin,
  { by, at }: FirstDecision,
  act: TwoPersonAct,
): Promise<boolean> {
  const deciders = await lockDeciders(db, twoPersonActs[act]);
  const firstSince = by === null ? undefined : deciders.get(by);
  if (at === null || firstSince === undefined) return false;
  const before = await oldEnoughBefore(db, at);
  if (!before) return true;
  if (firstSince > before) return false;
  const secondSince = deciders.get(second.member.id);
  const countsBefore = proposedActs.has(act) ? before : await oldEnoughBefore(db, now());
  assertOldEnough(secondSince, countsBefore ?? before);
  return secondSince <= before;
}

/**
 * The waiting time of System Settings before `at`: who is newer is no second person.
 * @param tenantId for a decision of this business alone.
 * @returns undefined before money has moved, when there is nothing to protect.
 */
export async function oldEnoughBefore(
  db: Tx,
  at: Date,
  tenantId?: string,
): Promise<Date | undefined> {
  if (!(await hasMoneyMoved(db, tenantId))) return undefined;
  const { control_waiting_hours: hours } = await readSettingsWithin(db);
  return new Date(at.getTime() - hours * hourMs);
}

/**
 * @param since when the second person's account or roles began; undefined if they may not decide.
 * @param ending a sentence about what else can happen.
 * @throws 409 `CONFIRMER_TOO_NEW` unless they began by `before`.
 */
export function assertOldEnough(
  since: Date | undefined,
  before: Date,
  ending = "",
): asserts since is Date {
  if (since !== undefined && since <= before) return;
  throw new ApiError(
    409,
    "CONFIRMER_TOO_NEW",
    `Your account or its roles are too new to decide this. You had to have them on ${minuteOf(before)}.${ending}`,
  );
}
