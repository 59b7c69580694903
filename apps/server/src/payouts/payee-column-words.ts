import { wordsOf } from "../files/tables/guess-columns.ts";
import type { ColumnWords } from "../files/tables/recognise-columns.ts";

/* The words of columns in files of payouts and of beneficiaries. */

/** The one who pays: the money would go back to the payer, or to a provider. */
const payer =
  /\b(?:debit\w*|dr|from|source|remit\w*|sender\w*|payer\w*|paying|drawer|withdraw\w*|your|originat\w*|ordering|funding|employer\w*)\b/;
const payersOwn =
  /\b(?:own|our|my|business|company\w*|corporate|corp|sponsor|escrow|nodal|pool|razorpay ?x?|cashfree)\b/;
/** The one who is paid: of two columns that fit, this one is meant. */
const payee =
  /\b(?:bene\w*|benf\w*|bnf\w*|payees?|funds?|credit\w*|cr|to|recipient\w*|receiver\w*|vendors?|suppliers?|employees?|emp|staff|part(?:y|ies)|contractors?)\b/;

/** A column of the payee, and not of the payer. */
const payees = (...isNot: readonly RegExp[]) => ({
  isNot: new RegExp([payer, ...isNot].map(({ source }) => source).join("|")),
  prefers: payee,
});
const twice = /\b(?:confirm\w*|re ?enter\w*|re ?type\w*|verif\w*)\b/;
const notOfAccount =
  /\b(?:name|type|ids?|ifsc?|ifc|branch|phone|mobile|email|status|vpa|upi|code|currency|title|ref\w*|limit|balance|remarks?)\b/;

/** The fields that both kinds of files have, as programs, banks and payout products name them. */
export const payeeColumnWords = {
  ifsc_code: { is: [/\bif(?:sc?|c)\b/], ...payees(payersOwn, twice) },
  upi_id: {
    is: [/\b(?:upi ids?|vpa|upi address|virtual payment address)\b/, /\bupi\b/],
    ...payees(
      payersOwn,
      twice,
      /\b(?:ref\w*|txn|transaction|utr|rrn|status|remarks?|amount|mobile|phone|name|limit)\b/,
    ),
  },
  account_number: {
    is: [
      /\b(?:account|acct|acc|ac|a c)\b.*\b(?:numbers?|no|num|nbr)\b|\b(?:account|acct|acc|ac)(?:number|no|num)\b/,
      /^(?:bank )?(?:account|acct|a c|acc|ac)$|\b(?:account|a c)\b/,
    ],
    ...payees(payersOwn, twice, notOfAccount),
  },
  name: {
    is: [
      /^(?:bene\w*|payee|account holder|fund account)(?: s)? ?name\b/,
      /^(?:vendor|supplier|employee|customer|party|recipient|receiver|contractor)(?: s)? ?name\b/,
      /^name\b|^(?:bene\w*|payee|vendor|supplier|employee|party|pay to|paid to)$/,
      /\bname\b/,
    ],
    ...payees(/\b(?:bank|branch|short|nick\w*|alias|file|sheet|user|father\w*|city)\b/),
  },
  email: { is: [/\be ?mail\b/], ...payees() },
  phone: {
    is: [/\b(?:phone|mobile)\b/, /\bcontact\b(?!.*\b(?:person|name|type|id)\b)/],
    // The phone of a fund account is a wallet, not the contact.
    ...payees(/\bfund account\b|\bcontact (?:e ?mail|reference)\b|\bupi\b/),
  },
  address: { is: [/\baddress\b/], ...payees(/\b(?:e ?mail|upi|vpa|payment)\b/) },
} satisfies Readonly<Record<string, ColumnWords>>;

/** Whether a column's name says that it is no account of a payee. */
export const isNoPayeeAccount = (name: string) =>
  payeeColumnWords.account_number.isNot.test(wordsOf(name));
