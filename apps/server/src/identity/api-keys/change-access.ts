import type { ApiKeyAccessForm } from "@rokad/contract/api-keys";
import type { ApiKey } from "@rokad/contract/api-key";
import type { Scope } from "@rokad/contract/scopes";
import { rolesWith } from "@rokad/contract/roles";
import { rupeesToPaise } from "@rokad/money/rupees";
import type { Tx } from "../../database/db.ts";
import { publishChange } from "../../database/publish-change.ts";
import type { RunTransaction } from "../../http/idempotency.ts";
import { now } from "../../kernel/clock.ts";
import { forbiddenWithout, invalidInput } from "../../kernel/errors.ts";
import { newId } from "../../kernel/ids.ts";
import { mayDo } from "../../kernel/permissions.ts";
import type { Tenant } from "../../kernel/person.ts";
import * as ledger from "../../ledger/ledger.ts";
import { record } from "../audit/record.ts";
import { checkNetworks } from "./networks.ts";
import { assertNotEnded, describeKey, lockKey } from "./stored-key.ts";

/**
 * Changes from where a key works and how much it may send. The person signed exactly this.
 * @throws 400 for a wrong network; 403 unless an owner changes a key that sends; 404; 409 `API_KEY_ENDED`.
 */
export function changeAccess(
  person: Tenant,
  id: string,
  form: ApiKeyAccessForm,
  run: RunTransaction,
): Promise<ApiKey> {
  return run(async (db) => {
    // A payout reads the key under the wallet's lock, so none that starts later has the old limits.
    await ledger.lock(db, [person.tenantId]);
    const before = await lockKey(db, person, id);
    assertNotEnded(before);
    if (before.scopes.includes("payouts:send")) assertMaySend(person);
    const { networks, limits } = checkAccess(person, before.scopes, form);
    await db
      .updateTable("api_keys")
      .set({ networks, limits_id: null })
      .where("id", "=", id)
      .execute();
    await insertLimits(db, person, { id, networks }, limits);
    const after = await describeKey(db, person, id);
    await publishChange(db, [person.tenantId], ["api_keys"]);
    await record(db, {
      act: "api_key.access_changed",
      by: person,
      subject: { kind: "api_key", id },
      before: { networks: before.networks, limits: amountsOf(before) },
      after: { networks: after.networks, limits: amountsOf(after) },
    });
    return after;
  });
}

/** The limits as the security log has them. */
export const amountsOf = ({ limits }: ApiKey) =>
  limits && { per_payout: limits.per_payout, per_day: limits.per_day };

/** Checks networks and limits together, before a signature is asked for. @throws as `changeAccess`. */
export function checkAccess(
  person: Tenant,
  scopes: readonly Scope[],
  { networks, limits }: ApiKeyAccessForm,
): ApiKeyAccessForm {
  const checked = checkNetworks(networks);
  if (limits === null) return { networks: checked, limits };
  if (!scopes.includes("payouts:send"))
    throw invalidInput({ limits: "Only a key with payouts:send has limits" });
  assertMaySend(person);
  if (checked.length === 0)
    throw invalidInput({ networks: "A key that sends payouts needs a list of addresses" });
  return { networks: checked, limits };
}

/** @throws 403 unless the person could send payouts alone. */
export function assertMaySend(person: Tenant): void {
  if (!mayDo(person, "pay")) throw forbiddenWithout(rolesWith("pay", person.role));
}

/** Stores signed limits and puts them in force; null: the key may not send. */
export async function insertLimits(
  db: Tx,
  person: Tenant,
  key: { readonly id: string; readonly networks: readonly string[] },
  limits: ApiKeyAccessForm["limits"],
): Promise<void> {
  if (limits === null) return;
  const id = newId();
  await db
    .insertInto("api_key_limits")
    .values({
      id,
      key_id: key.id,
      tenant_id: person.tenantId,
      per_payout_paise: rupeesToPaise(limits.per_payout),
      per_day_paise: rupeesToPaise(limits.per_day),
      networks: [...key.networks],
      signed_by: person.member.id,
      signed_at: now(),
    })
    .execute();
  await db.updateTable("api_keys").set({ limits_id: id }).where("id", "=", key.id).execute();
}
