import { now } from "../../kernel/clock.ts";
import { database, type Tx } from "../../database/db.ts";
import { tooManyRequests } from "../../kernel/errors.ts";
import { countInHour } from "../rate-limit.ts";
import { isOpenInvitation } from "../people/invitations.ts";
import { productName } from "../settings/read-branding.ts";
import { sendNoticeText } from "../sms/send-notice-text.ts";
import { asVariable } from "../sms/write-text.ts";
import type { TeamId } from "./lock-members.ts";

/** Adds the job that texts an invited number after the commit, so that no gateway delays the answer. */
export type EnqueueInvitationText = (db: Tx, invitationId: string) => Promise<void>;

const textsPerNumberMax = 3;
const textsPerTeamMax = 60;

/**
 * Counts a text to an invited number in the current clock hour: neither many businesses nor many
 * repeats flood one number.
 * @throws 429 `TOO_MANY_REQUESTS` above 3 texts to the number, or 60 of the team.
 */
export async function countInvitationText(db: Tx, team: TeamId, mobile: string): Promise<void> {
  const toNumber = await countInHour(db, `invitations to ${mobile}`);
  const byTeam = await countInHour(db, `invitations by ${team ?? "the installation"}`);
  const isOver = toNumber.used > textsPerNumberMax || byTeam.used > textsPerTeamMax;
  if (!isOver) return;
  const whose = toNumber.used > textsPerNumberMax ? "this number" : "your team";
  throw tooManyRequests(
    "TOO_MANY_REQUESTS",
    `Too many invitations of ${whose} in this hour. Try again later.`,
    toNumber.secondsLeft,
  );
}

/**
 * The job: texts the invited number, unless the invitation is closed or expired. Nothing is repeated
 * when no gateway confirms it: the Team page shows the link to pass on.
 */
export async function sendInvitationTextJob(job: { readonly payload: unknown }): Promise<void> {
  const { invitation } = job.payload as { invitation: string };
  const row = await database()
    .selectFrom("invitations")
    .leftJoin("tenants", "tenants.id", "tenant_id")
    .select(["invitations.mobile", "tenants.name as business"])
    .where("invitations.id", "=", invitation)
    .where(isOpenInvitation)
    .where("expires_at", ">", now())
    .executeTakeFirst();
  if (!row) return;
  const product = await productName();
  await sendNoticeText("invitation", row.mobile, {
    product,
    business: asVariable(row.business ?? product),
  });
}
