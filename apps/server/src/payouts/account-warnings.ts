import type { DestinationForm } from "@rokad/contract/payout-form";
import { findBank } from "../identity/settings/find-bank.ts";
import { warnOfIfsc } from "../identity/settings/warn-of-ifsc.ts";
import { accountDigitsMin } from "./account-digits.ts";

type Account = Pick<Extract<DestinationForm, { method: "imps" }>, "account_number" | "ifsc_code">;

/** @returns why no account can have this IFSC. */
export function findIfscProblem(ifsc: string): string | undefined {
  if (findBank(ifsc)) return undefined;
  return `No bank has the code ${ifsc.slice(0, 4)}. Ask the payee for the IFSC.`;
}

/** What looks wrong with an account that may still be right, in sentences. */
export function warnOfAccount({ account_number: number, ifsc_code: ifsc }: Account): string[] {
  const bank = findBank(ifsc);
  if (!bank) return [];
  const code = ifsc.slice(0, 4);
  const digitsMin = bank.bank_code === code ? accountDigitsMin[code] : undefined;
  const warnings = [
    warnOfIfsc(ifsc),
    digitsMin !== undefined &&
      number.length < digitsMin &&
      `${bank.bank_name} accounts have ${digitsMin} digits, this one has ${number.length}. Check for lost zeros.`,
  ];
  return warnings.filter((warning) => typeof warning === "string" && warning !== "") as string[];
}

/** A saved account of the same bank has other zeros at its start: one of the two lost them. */
export const zerosDiffer = ({ name }: { readonly name: string }) =>
  `${name} is saved with other zeros before this account number. Check which is right.`;

/** An account of a file under one line. */
export interface AccountLine {
  readonly line: number;
  readonly name: string;
  readonly account: Account;
}

/**
 * The accounts that a file has under two names or with two IFSCs: one of them is likely wrong.
 * @returns a sentence for each line.
 */
export function findSharedAccounts(lines: readonly AccountLine[]): ReadonlyMap<number, string> {
  const sentences = new Map<number, string>();
  for (const same of Map.groupBy(lines, ({ account }) => account.account_number).values()) {
    if (same.length < 2) continue;
    for (const { line, name, account } of same) {
      const otherName = same.find((other) => nameKey(other.name) !== nameKey(name));
      const otherIfsc = same.find((other) => other.account.ifsc_code !== account.ifsc_code);
      if (otherName)
        sentences.set(line, `Line ${otherName.line} has this account as ${otherName.name}. Check.`);
      else if (otherIfsc)
        sentences.set(
          line,
          `Line ${otherIfsc.line} has this account with IFSC ${otherIfsc.account.ifsc_code}. Check.`,
        );
    }
  }
  return sentences;
}

/** Without case, spaces and punctuation. */
export const nameKey = (name: string) => name.toLowerCase().replaceAll(/[^\p{L}\p{N}]/gu, "");
