import { record } from "../audit/record.ts";
import { now } from "../clock.ts";
import { transaction } from "../db.ts";
import { notFound, Refusal } from "../errors.ts";
import { wakeWorker } from "../payouts/wake-worker.ts";
import type { SuperAdmin } from "../sign-in/person.ts";

/**
 * Lets a webhook be worked off again that could not be used.
 * @throws 404, and 409 `WEBHOOK_NOT_UNUSABLE` when it is not so, or not any more.
 */
export async function retryWebhook(person: SuperAdmin, id: string) {
  await transaction(async (db) => {
    const webhook = await db
      .selectFrom("webhooks")
      .select(["adapter", "kind", "event_id", "state", "outcome"])
      .where("id", "=", id)
      .forUpdate()
      .executeTakeFirst();
    if (!webhook) throw notFound("The webhook");
    if (webhook.state !== "unusable") {
      throw new Refusal(409, "WEBHOOK_NOT_UNUSABLE", "This webhook was worked off meanwhile");
    }
    await db
      .updateTable("webhooks")
      .set({ state: "waiting", due_at: now(), tries: 0 })
      .where("id", "=", id)
      .execute();
    await record(db, {
      act: "webhook.retried",
      by: person,
      subject: { kind: "webhook", id },
      before: webhook,
    });
  });
  wakeWorker();
  return { message: "The webhook is being worked off again", data: { id } };
}
