import { formatMoney } from "@rokad/money/format";
import { record } from "../audit/record.ts";
import { now } from "../clock.ts";
import { transaction } from "../db.ts";
import { notFound, Refusal } from "../errors.ts";
import * as ledger from "../ledger/ledger.ts";
import { inr } from "../money.ts";
import type { SuperAdmin } from "../sign-in/person.ts";
import { endSessionsOfPerson } from "../sign-in/refresh-token.ts";
import { closeVirtualAccountsOf } from "../virtual-accounts/close-virtual-account.ts";
import { countPending, findTenant, lockTenant, updatePerson } from "./queries.ts";
import { announceTenants } from "./announce-tenants.ts";

/**
 * Closes an account softly: nobody signs in to it again, and its books stay.
 * @throws 404; 409 `TENANT_NOT_EMPTY` while there is money in it or on its way.
 */
export function closeTenant(admin: SuperAdmin, id: string): Promise<void> {
  return transaction(async (db) => {
    if (!(await findTenant(db, id))) throw notFound("This tenant");
    // Under both locks no payout can take from the wallet and no deposit can be asked for. The
    // wallet comes first, as it does for a payout, so that the two can't wait in a ring.
    await ledger.lock(db, [id]);
    const tenant = await lockTenant(db, id);
    if (!tenant) throw notFound("This tenant");
    const pending = await countPending(db, id);
    if (pending.hasPayouts) throw notEmpty("it has payouts under way");
    if (pending.hasDeposits) throw notEmpty("it has deposits that wait for a decision");
    const { availablePaise, heldPaise } = await ledger.balance(db, id);
    const balance = formatMoney(inr(availablePaise + heldPaise));
    if (availablePaise + heldPaise > 0n) throw notEmpty(`it still holds ${balance}`);

    await updatePerson(db, tenant, { is_active: false, closed_at: now() });
    await endSessionsOfPerson(db, id, "closed");
    await closeVirtualAccountsOf(db, id, admin);
    await announceTenants(db);
    await record(db, {
      act: "tenant.closed",
      by: admin,
      subject: { kind: "tenant", id },
      before: { name: tenant.name, phone: tenant.mobile, isActive: tenant.is_active },
      after: { isActive: false, closed: true },
    });
  });
}

function notEmpty(why: string): Refusal {
  return new Refusal(409, "TENANT_NOT_EMPTY", `This account can't be closed: ${why}`);
}
