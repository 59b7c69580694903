import { mobile as mobileRule } from "@rokad/contract/fields";
import { installationRoles, tenantRoles } from "@rokad/contract/roles";
import { database, transaction, type Tx } from "./database/db.ts";
import { addMember } from "./identity/members/add-member.ts";
import { changeMobile } from "./identity/members/change-mobile.ts";
import { changeRoles } from "./identity/members/change-roles.ts";
import { tenants } from "./identity/people/tenant-queries.ts";
import { ConfigError } from "./kernel/config.ts";
import { ApiError, notFound } from "./kernel/errors.ts";

type Options = Readonly<Record<string, string | undefined>>;
type Print = (line: string) => void;

/** Adds a member to a business, or gives a member other roles: the way out of a lock-out. */
export async function addMemberCommand(options: Options, print: Print): Promise<void> {
  const [tenantMobile, mobile] = [mobileOf(options, "tenant"), mobileOf(options, "mobile")];
  const roles = readRoles(options["roles"] ?? "owner", tenantRoles);
  const tenant = await tenants(database())
    .select(["id", "name"])
    .where("mobile", "=", tenantMobile)
    .executeTakeFirst();
  if (!tenant) throw new ConfigError(`--tenant: no business has the number ${tenantMobile}`);
  const name = options["name"]?.trim();
  await carryOut(async (db) => {
    const person = await db
      .selectFrom("people")
      .leftJoin("memberships", (join) =>
        join
          .onRef("person_id", "=", "people.id")
          .on("tenant_id", "=", tenant.id)
          .on("disabled_at", "is", null),
      )
      .select(["people.id", "name", "person_id"])
      .where("mobile", "=", mobile)
      .executeTakeFirst();
    if (person?.person_id) return changeRoles(db, null, tenant.id, person.id, roles);
    const known = person?.name ?? name;
    if (!known) throw new ConfigError("--name: Name is required");
    await addMember(db, null, tenant.id, { mobile, name: known, roles });
  });
  print(`${mobile} can sign in to ${tenant.name} as ${roles.join(", ")}`);
}

/** Gives a super admin other roles. */
export async function setRolesCommand(options: Options, print: Print): Promise<void> {
  const mobile = mobileOf(options, "mobile");
  const roles = readInstallationRoles(options["roles"] ?? "");
  await carryOut(async (db) => {
    const admin = await db
      .selectFrom("people")
      .select("id")
      .where("mobile", "=", mobile)
      .where("installation_roles", "is not", null)
      .executeTakeFirst();
    if (!admin) throw notFound("This super admin");
    await changeRoles(db, null, null, admin.id, roles);
  });
  print(`The super admin ${mobile} has the roles ${roles.join(", ")}`);
}

/** Gives a person another mobile number: the way back after a lost one. */
export async function changeMobileCommand(options: Options, print: Print): Promise<void> {
  const [from, to] = [mobileOf(options, "from"), mobileOf(options, "to")];
  const { name, sessions, passkeys } = await carryOut((db) => changeMobile(db, { from, to }));
  print(`${name} signs in with ${to} from now on; ${sessions} sessions ended`);
  if (passkeys > 0n)
    print(`Their ${passkeys} passkeys still work; they remove those of a lost phone`);
}

/** @throws {ConfigError} for an unknown role and without any. */
export function readInstallationRoles(text: string) {
  return readRoles(text, installationRoles);
}

function readRoles<R extends string>(text: string, known: readonly R[]): R[] {
  const names = text.split(",").map((name) => name.trim());
  const roles = known.filter((role) => names.includes(role));
  if (roles.length === 0 || roles.length < new Set(names).size)
    throw new ConfigError(`--roles: one or more of ${known.join(",")}`);
  return roles;
}

function mobileOf(options: Options, name: string): string {
  const parsed = mobileRule.safeParse(options[name]);
  if (!parsed.success) throw new ConfigError(`--${name}: ${parsed.error.issues[0]?.message}`);
  return parsed.data;
}

/** @throws {ConfigError} with the sentence of a refusal. */
async function carryOut<Result>(work: (db: Tx) => Promise<Result>): Promise<Result> {
  try {
    return await transaction(work);
  } catch (error) {
    throw error instanceof ApiError ? new ConfigError(error.message) : error;
  }
}
