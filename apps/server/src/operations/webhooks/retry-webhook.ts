import { record } from "../../identity/audit/record.ts";
import { now } from "../../kernel/clock.ts";
import { transaction } from "../../database/db.ts";
import { notFound, ApiError } from "../../kernel/errors.ts";
import { wakeWorker } from "../../worker/wake-worker.ts";
import type { SuperAdmin } from "../../kernel/person.ts";

/**
 * Queues an unusable webhook again, such as after an update.
 * @throws 404; 409 `WEBHOOK_NOT_UNUSABLE` when its state is not `unusable`.
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
      throw new ApiError(
        409,
        "WEBHOOK_NOT_UNUSABLE",
        "This webhook is already processed or waiting",
      );
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
  return { message: "Webhook queued again", data: { id } };
}
