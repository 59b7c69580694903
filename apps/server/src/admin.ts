import { parseArgs } from "node:util";
import { mobile as mobileRule } from "@rokad/contract/fields";
import { receivingAccountForm } from "@rokad/contract/receiving-account";
import { now } from "./clock.ts";
import { ConfigError } from "./config.ts";
import { database, violated } from "./db.ts";
import { newId } from "./ids.ts";
import { trialBalance } from "./ledger/ledger.ts";
import { smsKinds } from "@rokad/contract/sms-text";
import { formatMoney } from "@rokad/money/format";
import { inr } from "./money.ts";
import { findBank } from "./platform/find-bank.ts";
import { setReceivingAccount } from "./platform/set-receiving-account.ts";
import { rotateEncryptionKey } from "./sealing/rotate-encryption-key.ts";
import { testGateway } from "./sms/send-test-text.ts";
import { smsGateways } from "./sms/sms.ts";
import { countFaults, verifyNow } from "./verification/verify-books.ts";

type Print = (line: string) => void;

const commands = [
  "create-superadmin --mobile 9… --name …",
  "set-receiving-account --holder … --number … --ifsc … [--bank … --branch …]",
  "set-receiving-account --none",
  "send-test-sms --mobile 9… [--text payout|decision]",
  "verify",
  "backup --to DIR",
  "rotate-encryption-key [--data]",
];

/** `npm run admin -- <command>`: what has no page of the console, or comes before the first one. */
export async function adminCommand(args: readonly string[], print: Print): Promise<void> {
  const [command, ...rest] = args;
  if (command === "create-superadmin") return createSuperAdmin(rest, print);
  if (command === "set-receiving-account") return tellReceivingAccount(rest, print);
  if (command === "send-test-sms") return sendTestSms(rest, print);
  if (command === "verify") return verify(print);
  if (command === "rotate-encryption-key") return rotate(rest, print);
  throw new ConfigError(`Commands:\n  ${commands.join("\n  ")}`);
}

async function createSuperAdmin(args: readonly string[], print: Print): Promise<void> {
  const values = readOptions(args, ["mobile", "name"]);
  const parsed = mobileRule.safeParse(values["mobile"]);
  if (!parsed.success) throw new ConfigError(`--mobile: ${parsed.error.issues[0]?.message}`);
  const name = values["name"]?.trim();
  if (!name) throw new ConfigError("--name: Name is required");
  try {
    await openSuperAdmin({ mobile: parsed.data, name });
  } catch (error) {
    if (violated(error) !== "people_mobile_key") throw error;
    throw new ConfigError(`There is an account with ${parsed.data} already`);
  }
  print(`${name} can sign in as a super admin with ${parsed.data}`);
}

const options = {
  holder: "account_holder_name",
  number: "account_number",
  ifsc: "ifsc_code",
  bank: "bank_name",
  branch: "branch_name",
} as const;

/** The bank is named by its IFSC unless told. */
async function tellReceivingAccount(args: readonly string[], print: Print): Promise<void> {
  if (args.length === 1 && args[0] === "--none") {
    await setReceivingAccount(null);
    print("Tenants are told to ask where to transfer");
    return;
  }
  const { holder, number, ifsc, bank, branch } = readOptions(args, Object.keys(options));
  const parsed = receivingAccountForm.safeParse({
    account_holder_name: holder,
    account_number: number,
    ifsc_code: ifsc,
    bank_name: bank ?? findBank(ifsc ?? "")?.bank_name,
    branch_name: branch,
  });
  if (!parsed.success) {
    const wrong = Object.entries(options).flatMap(([option, field]) => {
      const issue = parsed.error.issues.find(({ path }) => path[0] === field);
      return issue ? [`--${option}: ${issue.message}`] : [];
    });
    throw new ConfigError(wrong.join("\n"));
  }
  await setReceivingAccount(parsed.data);
  const { account_number: to, ifsc_code: at, bank_name: name } = parsed.data;
  print(`Tenants are told to transfer to ${to}, ${at} (${name})`);
}

/** A person who runs the installation. They have no wallet. */
export async function openSuperAdmin({ mobile, name }: { mobile: string; name: string }) {
  await database()
    .insertInto("people")
    .values({ id: newId(), mobile, name, role: "superadmin", created_at: now(), updated_at: now() })
    .execute();
}

/** Texts a number over each gateway; one that did not take it makes the command fail. */
async function sendTestSms(args: readonly string[], print: Print): Promise<void> {
  const values = readOptions(args, ["mobile", "text"]);
  const mobile = mobileRule.safeParse(values["mobile"]);
  if (!mobile.success) throw new ConfigError(`--mobile: ${mobile.error.issues[0]?.message}`);
  const kind = smsKinds.find((one) => one === (values["text"] ?? "sign_in"));
  if (!kind) throw new ConfigError(`--text: one of ${smsKinds.join(", ")}`);
  let failed = 0;
  for (const gateway of smsGateways()) {
    const { error, tookMs } = await testGateway(gateway, { by: null, mobile: mobile.data, kind });
    print(`${gateway.name}: ${error === null ? `sent in ${tookMs} ms` : `not sent: ${error}`}`);
    if (error !== null) failed += 1;
  }
  if (failed > 0) throw new ConfigError("Not every gateway took the text");
}

/** Verifies books, seals and audit log; a fault is printed and makes the command fail. */
async function verify(print: Print): Promise<void> {
  const results = await verifyNow();
  const sums = await trialBalance(database());
  for (const [account, paise] of Object.entries(sums)) {
    print(`${account.padEnd(12)} ${formatMoney(inr(paise)).padStart(24)}`);
  }
  for (const { check, rules, note, head } of results) {
    print(`${check}${note === null ? "" : `: ${note}`}`);
    for (const { rule, fault_count: count, faults } of rules) {
      print(`${count === 0 ? "ok   " : "FAULT"} ${rule}`);
      for (const fault of faults) print(`      ${fault}`);
      if (count > faults.length) print(`      and ${count - faults.length} more`);
    }
    if (head !== null) print(`head  ${head}`);
  }
  const faults = countFaults(results);
  if (faults > 0) throw new ConfigError(`The books have ${faults} faults`);
  print("The books are in balance, and nothing was tampered with");
}

/** Locks the data keys with the newest `ENCRYPTION_KEY`; with `--data` everything is sealed anew. */
async function rotate(args: readonly string[], print: Print): Promise<void> {
  const [option, ...others] = args;
  if (others.length > 0 || (option !== undefined && option !== "--data"))
    throw new ConfigError("rotate-encryption-key takes no option but --data");
  await rotateEncryptionKey({ data: option === "--data", print });
}

/** @throws {ConfigError} for an option that is not one of these, or has no value. */
function readOptions(args: readonly string[], names: readonly string[]) {
  const known = Object.fromEntries(names.map((name) => [name, { type: "string" as const }]));
  try {
    const { values } = parseArgs({ args: [...args], options: known });
    return values as Readonly<Record<string, string | undefined>>;
  } catch (error) {
    throw new ConfigError((error as Error).message);
  }
}
