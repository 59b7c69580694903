import type { InstallationRole } from "@rokad/contract/roles";
import { now } from "../../kernel/clock.ts";
import type { Tx } from "../../database/db.ts";
import { publishChange } from "../../database/publish-change.ts";
import { ApiError, notFound } from "../../kernel/errors.ts";
import { record } from "../audit/record.ts";

/**
 * Replaces the roles of an active super admin; they count from the next request.
 * @throws 404 for a number without an active super admin; 409 `LAST_OWNER`.
 */
export async function setInstallationRoles(
  db: Tx,
  mobile: string,
  roles: readonly InstallationRole[],
): Promise<void> {
  // Closes the race between two commands that each leave the other's owner.
  const admins = await db
    .selectFrom("people")
    .select(["id", "name", "mobile", "installation_roles"])
    .where("role", "=", "superadmin")
    .where("is_active", "=", true)
    .orderBy("id")
    .forUpdate()
    .execute();
  const admin = admins.find((each) => each.mobile === mobile);
  if (!admin) throw notFound("This super admin");
  const isOtherOwner = admins.some(
    ({ id, installation_roles: own }) => id !== admin.id && own.includes("owner"),
  );
  if (!roles.includes("owner") && !isOtherOwner)
    throw new ApiError(409, "LAST_OWNER", "This is the only owner. Make another one first.");
  await db
    .updateTable("people")
    .set({ installation_roles: [...roles], updated_at: now() })
    .where("id", "=", admin.id)
    .execute();
  await publishChange(db, [admin.id], ["account"]);
  await record(db, {
    act: "member.roles_changed",
    by: null,
    subject: { kind: "person", id: admin.id },
    before: { roles: admin.installation_roles },
    after: { name: admin.name, roles },
  });
}
