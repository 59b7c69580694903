import { database, type Tx } from "../../database/db.ts";
import { publishChange } from "../../database/publish-change.ts";
import { dateTimeInIndia } from "../../kernel/days.ts";
import type { RequestOrigin } from "../../kernel/person.ts";
import { notify } from "../notifications/notify.ts";
import { productName } from "../settings/read-branding.ts";
import { sendNoticeText } from "../sms/send-notice-text.ts";
import { describeDevice, deviceOf } from "./device.ts";

/** A text about a session for its owner, besides the notification. */
export interface SessionText {
  readonly kind: "new_device" | "session_stolen";
  readonly session: string;
}

/** Adds the job that sends the text after the commit, so that no gateway delays the answer. */
export type EnqueueText = (db: Tx, text: SessionText) => Promise<void>;

interface SessionEvent extends SessionText {
  readonly personId: string;
  /** The device that signed in, or that came without the key. */
  readonly from: RequestOrigin;
}

/** Notifies a person of a new device, or of the end of a stolen session, with a text. */
export async function notifyOwner(
  db: Tx,
  { kind, session, personId, from }: SessionEvent,
  enqueueText: EnqueueText,
): Promise<void> {
  await notify(db, [
    {
      personId,
      kind: kind === "new_device" ? "signed_in_new_device" : "session_stolen",
      subjectId: session,
      detail: describeDevice(from),
    },
  ]);
  await publishChange(db, [personId], ["notifications"]);
  await enqueueText(db, { kind, session });
}

/**
 * The job: texts the person, if the text is registered. Nothing is repeated when no gateway confirms
 * it, because the console has notified the person.
 */
export async function sendSessionTextJob(job: { readonly payload: unknown }): Promise<void> {
  const { kind, session } = job.payload as SessionText;
  const row = await database()
    .selectFrom("sessions")
    .innerJoin("people", "people.id", "person_id")
    .select(["mobile", "user_agent", "sessions.created_at", "ended_at"])
    .where("sessions.id", "=", session)
    .executeTakeFirst();
  if (!row) return;
  const at = kind === "new_device" ? row.created_at : (row.ended_at ?? row.created_at);
  await sendNoticeText(kind, row.mobile, {
    product: await productName(),
    device: deviceOf(row.user_agent) ?? "an unknown device",
    time: dateTimeInIndia(at).slice(0, -":00".length),
  });
}
