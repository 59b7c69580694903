import { readFile } from "node:fs/promises";
import { parseArgs } from "node:util";
import { mobile as mobileRule } from "@rokad/contract/fields";
import { pauseForm } from "@rokad/contract/gateway";
import { receivingAccountForm } from "@rokad/contract/receiving-account";
import type { Environment } from "./kernel/check-sandbox-settings.ts";
import { ConfigError } from "./kernel/config.ts";
import { ApiError } from "./kernel/errors.ts";
import { cellRule } from "./kernel/payout-reference.ts";
import { database, violatedConstraint } from "./database/db.ts";
import { readSnapshot } from "./database/read-snapshot.ts";
import { readTrialBalance } from "./operations/database-health/read-trial-balance.ts";
import type { TrialBalance } from "@rokad/contract/books";
import { smsKinds } from "@rokad/contract/sms-text";
import { providerIds } from "@rokad/contract/tenants";
import { formatMoney } from "@rokad/money/format";
import { maskAccountNumber } from "./kernel/money.ts";
import { listReceivingAccounts } from "./money-in/receiving-accounts/list-receiving-accounts.ts";
import { findBank } from "./identity/settings/find-bank.ts";
import { setReceivingAccount } from "./money-in/receiving-accounts/set-receiving-account.ts";
import { parseHeads } from "./operations/log-copies/chain-heads.ts";
import { verifyHeads } from "./operations/log-copies/verify-heads.ts";
import { createSuperAdmin } from "./identity/people/create-super-admin.ts";
import {
  addMemberCommand,
  changeMobileCommand,
  readInstallationRoles,
  setRolesCommand,
} from "./member-commands.ts";
import { rotateEncryptionKey } from "./database/encryption/rotate-encryption-key.ts";
import { sendTestThrough } from "./identity/sms/send-test-text.ts";
import { smsGateways } from "./identity/sms/sms-gateway.ts";
import { setCell } from "./operations/cells/set-cell.ts";
import { clearSandbox } from "./operations/environment/clear-sandbox.ts";
import { pauseProvider } from "./operations/gateway/pause-provider.ts";
import { countFaults, verifyNow } from "./operations/verification/verify-books.ts";

type Print = (line: string) => void;

const commands = [
  "create-superadmin --mobile 9… --name … [--roles owner,operations,finance,support,auditor]",
  "set-roles --mobile 9… --roles …",
  "add-member --tenant 9… --mobile 9… [--name …] [--roles owner,preparer,…]",
  "change-mobile --from 9… --to 9…",
  "set-receiving-account --holder … --number … --ifsc … [--bank … --branch … --label …]",
  "set-receiving-account --none",
  `send-test-sms --mobile 9… [--text ${smsKinds.join("|")}]`,
  "doctor [--json]",
  "verify",
  "verify-heads --file FILE",
  "backup --to DIR",
  "restore-drill [--from PATH] [--json] [--no-store]",
  "copy-database --to postgres://…",
  "rotate-encryption-key [--data]",
  "pause-rails --reason …",
  "clear-sandbox",
  "set-cell --to LETTER",
];

/**
 * `npm run admin -- <command>`: actions without a page in the console, or before the first sign-in.
 * @param rails the kind of the configured providers, for `clear-sandbox`.
 */
export async function adminCommand(
  args: readonly string[],
  print: Print,
  environment: Environment = "sandbox",
): Promise<void> {
  const [command, ...rest] = args;
  if (command === "create-superadmin") return createSuperAdminCommand(rest, print);
  if (command === "set-roles")
    return setRolesCommand(readOptions(rest, ["mobile", "roles"]), print);
  if (command === "add-member")
    return addMemberCommand(readOptions(rest, ["tenant", "mobile", "name", "roles"]), print);
  if (command === "change-mobile")
    return changeMobileCommand(readOptions(rest, ["from", "to"]), print);
  if (command === "set-receiving-account") return receivingAccountCommand(rest, print);
  if (command === "send-test-sms") return sendTestSms(rest, print);
  if (command === "verify") return verify(print);
  if (command === "verify-heads") return verifyHeadsCommand(rest, print);
  if (command === "rotate-encryption-key") return rotate(rest, print);
  if (command === "pause-rails") return pauseRails(rest, print);
  if (command === "clear-sandbox") {
    readOptions(rest, []);
    return clearSandbox({ environment, print });
  }
  if (command === "set-cell") return setCellCommand(rest, print);
  throw new ConfigError(`Commands:\n  ${commands.join("\n  ")}`);
}

async function createSuperAdminCommand(args: readonly string[], print: Print): Promise<void> {
  const values = readOptions(args, ["mobile", "name", "roles"]);
  const parsed = mobileRule.safeParse(values["mobile"]);
  if (!parsed.success) throw new ConfigError(`--mobile: ${parsed.error.issues[0]?.message}`);
  const name = values["name"]?.trim();
  if (!name) throw new ConfigError("--name: Name is required");
  try {
    const roles = readInstallationRoles(values["roles"] ?? "owner");
    await createSuperAdmin({ mobile: parsed.data, name, roles });
  } catch (error) {
    if (violatedConstraint(error) !== "people_mobile_key") throw error;
    throw new ConfigError(`An account with ${parsed.data} already exists`);
  }
  print(`${name} can sign in as a super admin with ${parsed.data}`);
}

const accountOptions = {
  holder: "account_holder_name",
  number: "account_number",
  ifsc: "ifsc_code",
  bank: "bank_name",
  branch: "branch_name",
  label: "label",
} as const;

/** Sets the only active account for deposits. The bank name defaults to that of the IFSC. */
async function receivingAccountCommand(args: readonly string[], print: Print): Promise<void> {
  if (args.length === 1 && args[0] === "--none") {
    await setReceivingAccount(null);
    print("Tenants see no bank account for deposits and are asked to contact support");
    return;
  }
  const { holder, number, ifsc, bank, branch, label } = readOptions(
    args,
    Object.keys(accountOptions),
  );
  const parsed = receivingAccountForm.safeParse({
    label: label ?? "Receiving account",
    account_holder_name: holder,
    account_number: number,
    ifsc_code: ifsc,
    bank_name: bank ?? findBank(ifsc ?? "")?.bank_name,
    branch_name: branch,
  });
  if (!parsed.success) {
    const errors = Object.entries(accountOptions).flatMap(([option, field]) => {
      const issue = parsed.error.issues.find(({ path }) => path[0] === field);
      return issue ? [`--${option}: ${issue.message}`] : [];
    });
    throw new ConfigError(errors.join("\n"));
  }
  await setReceivingAccount(parsed.data);
  const { account_number: to, ifsc_code: at, bank_name: name } = parsed.data;
  print(`Tenants see the account ${to}, ${at} (${name}) for deposits`);
}

/** Sends a text over each gateway; the command fails if one did not accept it. */
async function sendTestSms(args: readonly string[], print: Print): Promise<void> {
  const values = readOptions(args, ["mobile", "text"]);
  const mobile = mobileRule.safeParse(values["mobile"]);
  if (!mobile.success) throw new ConfigError(`--mobile: ${mobile.error.issues[0]?.message}`);
  const kind = smsKinds.find((one) => one === (values["text"] ?? "sign_in"));
  if (!kind) throw new ConfigError(`--text: one of ${smsKinds.join(", ")}`);
  let failed = 0;
  for (const gateway of smsGateways()) {
    const { error, tookMs } = await sendTestThrough(gateway, {
      by: null,
      mobile: mobile.data,
      kind,
    });
    print(`${gateway.name}: ${error === null ? `sent in ${tookMs} ms` : `not sent: ${error}`}`);
    if (error !== null) failed += 1;
  }
  if (failed > 0) throw new ConfigError("Not every gateway accepted the text");
}

/** Verifies the ledger, its checkpoints, the rollups and the audit log; the command fails on a fault. */
async function verify(print: Print): Promise<void> {
  const results = await verifyNow();
  for (const { account, sum, document } of (await readSnapshot(readTrialBalance)).accounts) {
    print(`${account.padEnd(16)} ${formatMoney(sum).padStart(24)}  ${describeDocument(document)}`);
  }
  const { accounts, elsewhere } = await listReceivingAccounts();
  for (const { label, account_number: number, received } of accounts)
    print(`received in ${label} ${maskAccountNumber(number)}: ${formatMoney(received)}`);
  print(`received in no receiving account: ${formatMoney(elsewhere)}`);
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
  print("The books balance, and nothing was tampered with");
}

/** Compares published heads with the database; the command fails on one that is missing or different. */
async function verifyHeadsCommand(args: readonly string[], print: Print): Promise<void> {
  const { file } = readOptions(args, ["file"]);
  if (file === undefined) throw new ConfigError("--file: name the file with the published heads");
  const text = await readFile(file, "utf8").catch((error: Error) => {
    throw new ConfigError(`--file: ${error.message}`);
  });
  const published = parseHeads(text);
  if (published.length === 0) throw new ConfigError(`--file: ${file} has no published head`);
  const faults = await verifyHeads(database(), published);
  for (const fault of faults) print(`FAULT ${fault}`);
  if (faults.length > 0)
    throw new ConfigError(`${faults.length} of ${published.length} published heads do not match`);
  print(`All ${published.length} published heads match. "verify" checks the rows before them.`);
}

type AccountDocument = TrialBalance["accounts"][number]["document"];

/** Such as "bank_statement of 2026-11-20: ₹12,00,000.00, unexplained ₹0.00 (statement.csv)". */
function describeDocument({ kind, figure, difference, day, note }: AccountDocument): string {
  const aside = note === null ? "" : ` (${note})`;
  if (figure === null || difference === null) return `${kind}: none${aside}`;
  const of = day === null ? "" : ` of ${day}`;
  return `${kind}${of}: ${formatMoney(figure)}, unexplained ${formatMoney(difference)}${aside}`;
}

/** Encrypts the data keys with the newest `ENCRYPTION_KEY`; with `--data` all values again too. */
async function rotate(args: readonly string[], print: Print): Promise<void> {
  const [option, ...others] = args;
  if (others.length > 0 || (option !== undefined && option !== "--data"))
    throw new ConfigError("rotate-encryption-key accepts only the option --data");
  await rotateEncryptionKey({ data: option === "--data", print });
}

/** Pauses both rails, also before a server starts on a restored database; paused ones stay so. */
async function pauseRails(args: readonly string[], print: Print): Promise<void> {
  const parsed = pauseForm.safeParse({ reason: "", ...readOptions(args, ["reason"]) });
  if (!parsed.success) throw new ConfigError(`--reason: ${parsed.error.issues[0]?.message}`);
  for (const id of providerIds) {
    try {
      const { waiting } = await pauseProvider(null, id, parsed.data.reason);
      print(`${id}: paused. Waiting payouts: ${waiting.count}, ${formatMoney(waiting.amount)}`);
    } catch (error) {
      if (!(error instanceof ApiError && error.code === "PROVIDER_CHANGED")) throw error;
      print(`${id}: was paused already`);
    }
  }
}

/** Gives this database to another cell; the servers then start with that CELL. */
async function setCellCommand(args: readonly string[], print: Print): Promise<void> {
  const cell = cellRule.safeParse(readOptions(args, ["to"])["to"] ?? "");
  if (!cell.success) throw new ConfigError(`--to: ${cell.error.issues[0]?.message}`);
  await setCell(cell.data);
  print(`This database belongs to cell ${cell.data}. Set CELL=${cell.data} on every server.`);
}

/** @throws {ConfigError} for an unknown option or one without a value. */
function readOptions(args: readonly string[], names: readonly string[]) {
  const options = Object.fromEntries(names.map((name) => [name, { type: "string" as const }]));
  try {
    const { values } = parseArgs({ args: [...args], options });
    return values as Readonly<Record<string, string | undefined>>;
  } catch (error) {
    throw new ConfigError((error as Error).message);
  }
}
