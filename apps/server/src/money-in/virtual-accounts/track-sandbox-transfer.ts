import { suspenseReasons, type SuspenseReason } from "@rokad/contract/suspense";
import { database } from "../../database/db.ts";
import { notFound } from "../../kernel/errors.ts";
import { isTenant, ownerIdOf, type Person } from "../../kernel/person.ts";

const states = {
  arriving: "arriving",
  credited: "credited",
  suspense: "suspense",
  assigned: "decided",
  returned: "decided",
  dismissed: "decided",
} as const;

/**
 * The state of the newest sandbox transfer with this UTR.
 * @returns `why` is the suspense reason's text, else null.
 * @throws 404 for an unknown UTR, and to a tenant other than the receiver.
 */
export async function trackSandboxTransfer(person: Person, utr: string) {
  const credit = await database()
    .selectFrom("sandbox_bank.credits as sent")
    .leftJoin("virtual_accounts", (join) =>
      join
        .onRef("virtual_accounts.provider_reference", "=", "sent.virtual_account")
        .on("virtual_accounts.adapter", "=", "sandbox"),
    )
    .leftJoin("incoming_credits as received", (join) =>
      join
        .onRef("received.credit_reference", "=", "sent.reference")
        .on("received.adapter", "=", "sandbox"),
    )
    .select(["virtual_accounts.tenant_id", "received.state", "received.reason"])
    .where("sent.utr", "=", utr)
    .$if(isTenant(person), (query) =>
      query.where("virtual_accounts.tenant_id", "=", ownerIdOf(person)),
    )
    .orderBy("sent.created_at", "desc")
    .limit(1)
    .executeTakeFirst();
  if (!credit) throw notFound("This transfer");
  const state = states[credit.state ?? "arriving"];
  const why = state === "suspense" ? suspenseReasons[credit.reason as SuspenseReason] : null;
  return { state, why };
}
