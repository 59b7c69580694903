import { parseArgs } from "node:util";
import { mobile as mobileRule } from "@rokad/contract/fields";
import { now } from "./clock.ts";
import { ConfigError } from "./config.ts";
import { database, violated } from "./db.ts";
import { newId } from "./ids.ts";
import { trialBalance } from "./ledger/ledger.ts";
import { verifyBooks } from "./ledger/verify.ts";
import { formatMoney } from "@rokad/money/format";
import { inr } from "./money.ts";

type Print = (line: string) => void;

/** `npm run admin -- create-superadmin --mobile … --name …` and `verify`. */
export async function adminCommand(args: readonly string[], print: Print): Promise<void> {
  const [command, ...rest] = args;
  if (command === "create-superadmin") return createSuperAdmin(rest, print);
  if (command === "verify") return verify(print);
  throw new ConfigError("Commands: create-superadmin --mobile 9… --name …, verify");
}

async function createSuperAdmin(args: readonly string[], print: Print): Promise<void> {
  const { values } = parseArgs({
    args: [...args],
    options: { mobile: { type: "string" }, name: { type: "string" } },
  });
  const parsed = mobileRule.safeParse(values.mobile);
  if (!parsed.success) throw new ConfigError(`--mobile: ${parsed.error.issues[0]?.message}`);
  const name = values.name?.trim();
  if (!name) throw new ConfigError("--name: Name is required");
  try {
    await openSuperAdmin({ mobile: parsed.data, name });
  } catch (error) {
    if (violated(error) !== "people_mobile_key") throw error;
    throw new ConfigError(`There is an account with ${parsed.data} already`);
  }
  print(`${name} can sign in as a super admin with ${parsed.data}`);
}

/** A person who runs the installation. They have no wallet. */
export async function openSuperAdmin({ mobile, name }: { mobile: string; name: string }) {
  await database()
    .insertInto("people")
    .values({ id: newId(), mobile, name, role: "superadmin", created_at: now(), updated_at: now() })
    .execute();
}

/** Replays the books; a fault is printed and makes the command fail. */
async function verify(print: Print): Promise<void> {
  const faults = await verifyBooks(database());
  const sums = await trialBalance(database());
  for (const [account, paise] of Object.entries(sums)) {
    print(`${account.padEnd(12)} ${formatMoney(inr(paise)).padStart(24)}`);
  }
  for (const fault of faults) print(`FAULT: ${fault.rule}: ${fault.where}`);
  if (faults.length > 0) throw new ConfigError(`The books have ${faults.length} faults`);
  print("The books are in balance");
}
