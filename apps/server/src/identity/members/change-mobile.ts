import { sql } from "kysely";
import type { Tx } from "../../database/db.ts";
import { now } from "../../kernel/clock.ts";
import { dateTimeInIndia } from "../../kernel/days.ts";
import { ApiError, notFound } from "../../kernel/errors.ts";
import { record } from "../audit/record.ts";
import { queueMessage } from "../email/queue-message.ts";
import { writeEmail } from "../email/write-email.ts";
import { notifySuperAdmins } from "../notifications/notify-super-admins.ts";
import { isOpenInvitation } from "../people/invitations.ts";
import { findTenantsOf } from "../people/membership.ts";
import { publishToSuperAdmins } from "../people/publish-to-super-admins.ts";
import { maskMobile } from "../sign-in/record-failed-sign-in.ts";
import { endSessionsOf } from "../sign-in/revoke-sessions.ts";
import { notifyTeam } from "./notify-team.ts";
import { readLanguage } from "../people/language.ts";

/** Ten digits each. */
interface Numbers {
  readonly from: string;
  readonly to: string;
}

/**
 * Gives a person another mobile number, for the command line: the way back after a lost number. Nothing
 * of the old number opens anything afterwards. The person is too new as a second person from now on,
 * because another person may have asked for the change.
 * @returns the person's name, how many of their sessions ended, and how many passkeys they keep.
 * @throws 404 for a number without a person; 409 `PHONE_TAKEN`.
 */
export async function changeMobile(
  db: Tx,
  { from, to }: Numbers,
): Promise<{ name: string; sessions: number; passkeys: bigint }> {
  // Closes the race with a code that is requested now: it finds the old number's person before the
  // change, and is void with the others, or finds nobody after it.
  await sql`lock table one_time_codes in share row exclusive mode`.execute(db);
  const person = await db
    .selectFrom("people")
    .select(["id", "name", "installation_roles"])
    .where("mobile", "=", from)
    .forUpdate()
    .executeTakeFirst();
  if (!person) throw notFound(`A person with the number ${from}`);
  await assertFree(db, to);
  const { id, name, installation_roles: roles } = person;
  await saveNumber(db, id, { from, to });
  await endOldNumber(db, id, from);
  const sessions = await endSessionsOf(db, null, id);
  await record(db, {
    act: "member.mobile_changed",
    by: null,
    subject: { kind: "person", id },
    before: { mobile: maskMobile(from) },
    after: { mobile: maskMobile(to), name, sessions },
  });
  const teams = roles ? [null] : (await findTenantsOf(db, id)).map((team) => team.id);
  for (const team of teams)
    await notifyTeam(db, team, { member: { id, name } }, "has another mobile number now", id);
  await notifyPerson(db, id, roles !== null);
  const { count: passkeys } = await db
    .selectFrom("passkeys")
    .select((eb) => eb.fn.countAll<bigint>().as("count"))
    .where("person_id", "=", id)
    .executeTakeFirstOrThrow();
  return { name, sessions, passkeys };
}

/** Closed accounts keep their numbers for ever. */
async function assertFree(db: Tx, mobile: string): Promise<void> {
  const { rows } = await sql`
    select from people where mobile = ${mobile} union all
    select from tenants where mobile = ${mobile}
  `.execute(db);
  if (rows.length > 0)
    throw new ApiError(409, "PHONE_TAKEN", `The number ${mobile} belongs to an account already.`);
}

/** Of the person, and of the business that they opened with the old number, unless they left it. */
async function saveNumber(db: Tx, id: string, { from, to }: Numbers): Promise<void> {
  const change = { mobile: to, updated_at: now() };
  await db
    .updateTable("people")
    .set({ ...change, roles_since: now() })
    .where("id", "=", id)
    .execute();
  await db
    .updateTable("memberships")
    .set({ roles_since: now() })
    .where("person_id", "=", id)
    .execute();
  await db
    .updateTable("tenants")
    .set(change)
    .where("id", "=", id)
    .where("mobile", "=", from)
    .where("closed_at", "is", null)
    .where(({ exists, selectFrom }) =>
      exists(
        selectFrom("memberships")
          .select("person_id")
          .where("tenant_id", "=", id)
          .where("person_id", "=", id)
          .where("disabled_at", "is", null),
      ),
    )
    .execute();
  await publishToSuperAdmins(db, ["tenants"], id);
}

/** The number may get another owner: they can use no code, browser or invitation of this person. */
async function endOldNumber(db: Tx, id: string, from: string): Promise<void> {
  await db
    .updateTable("one_time_codes")
    .set({ used_at: now() })
    .where("mobile", "=", from)
    .where("used_at", "is", null)
    .execute();
  await db.deleteFrom("known_browsers").where("person_id", "=", id).execute();
  await db
    .updateTable("invitations")
    .set({ cancelled_at: now() })
    .where("mobile", "=", from)
    .where(isOpenInvitation)
    .execute();
}

/** By e-mail at once, if they have an address; a super admin in the console too. */
async function notifyPerson(db: Tx, id: string, isSuperAdmin: boolean): Promise<void> {
  if (isSuperAdmin)
    await notifySuperAdmins(db, {
      kind: "team_changed",
      subjectId: id,
      detail: "Your mobile number was changed on the server",
      onlyPersonId: id,
    });
  const row = await db
    .selectFrom("email_addresses")
    .select("address")
    .where("person_id", "=", id)
    .executeTakeFirst();
  if (!row) return;
  const content = await writeEmail(
    {
      title: "Your mobile number was changed",
      intro: [
        `On ${dateTimeInIndia(now()).slice(0, -":00".length)}, your account got another mobile number, and all your sessions ended.`,
        "If you did not ask for it, contact support at once.",
      ],
      footer: ["You get this e-mail because your notifications go to this address."],
    },
    await readLanguage(db, id),
  );
  await queueMessage(db, { personId: id, kind: "mobile_changed", to: row.address, content });
}
