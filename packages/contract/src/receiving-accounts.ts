import * as z from "zod/mini";
import { count, dataAnswer, defineCall, instant, money } from "./call.ts";
import { id, idName, idParams } from "./fields.ts";
import { proposalReason } from "./proposals.ts";
import { receivingAccountDetails, receivingAccountForm } from "./receiving-account.ts";
import { inr, sampleIds } from "./samples.ts";

const person = z.nullable(idName);

export const ownAccount = z
  .object({
    id,
    label: z.string(),
    account_holder_name: z.string(),
    /** Not masked: tenants need it to transfer. */
    account_number: z.string(),
    ifsc_code: z.string(),
    bank_name: z.string(),
    branch_name: z.nullable(z.string()),
    settles_provider: z.nullable(z.string()),
    is_active: z.boolean(),
    is_default: z.boolean(),
    /** Send it back with a change. */
    version: count(),
    /** What arrived in it, less what was returned to its senders, by the ledger. */
    received: money,
    /** Deposit requests that wait for a decision. */
    waiting: z.object({ count: count(), total_amount: money }),
    changed_at: instant(),
    /** Null for the command line. */
    changed_by: person,
    /** The second super admin; null where one was enough. */
    confirmed_by: person,
  })
  .register(z.globalRegistry, { id: "OwnReceivingAccount" });
export type OwnAccount = z.output<typeof ownAccount>;

const ownAccounts = z.object({
  accounts: z.array(ownAccount),
  /** Bank money in no receiving account: on virtual accounts that settle to the provider's own. */
  elsewhere: money,
  /** All of it: the `bank` account of the trial balance, as what was received. */
  total: money,
  /** Providers whose virtual accounts can settle into one of these accounts. */
  providers: z.array(z.string()),
});

const accountSample = {
  id: sampleIds.receivingAccount,
  label: "Main collections",
  account_holder_name: "Rokad Collections",
  account_number: "00120034005600",
  ifsc_code: "HDFC0000060",
  bank_name: "HDFC Bank",
  branch_name: null,
  settles_provider: null,
  is_active: true,
  is_default: true,
  version: 1,
  received: inr(25_000_00),
  waiting: { count: 1, total_amount: inr(15_000_00) },
  changed_at: "2026-11-20T05:40:00.000Z",
  changed_by: { id: sampleIds.superAdmin, name: "Meera Iyer" },
  confirmed_by: null,
};

export const listReceivingAccounts = defineCall({
  name: "listReceivingAccounts",
  summary: "The accounts for tenants' transfers, the default first, with what arrived in each",
  tag: "Settings",
  method: "GET",
  path: "/super-admin/receiving-accounts",
  who: "superadmin",
  needs: "view",
  changesWith: ["settings", "deposits"],
  answer: dataAnswer(ownAccounts),
  example: {
    answer: {
      success: true,
      data: {
        accounts: [accountSample],
        elsewhere: inr(0),
        total: inr(25_000_00),
        providers: ["razorpayx"],
      },
    },
  },
});

const savedAnswer = z.object({
  success: z.literal(true),
  message: z.string(),
  /** Null for a new account that waits for its confirmation. */
  data: z.object({ id: z.nullable(id) }),
  /** Null if the change took effect at once. */
  proposal_id: z.nullable(id),
});

const flags = {
  is_active: z.boolean({ error: "Choose whether tenants can use it" }),
  is_default: z.boolean({ error: "Choose whether it is the default" }),
};

const addition = z.extend(receivingAccountForm, {
  is_default: z.optional(flags.is_default),
  reason: proposalReason,
});

const change = z.extend(receivingAccountDetails, {
  ...flags,
  /** As you read it: a later change is not overwritten. */
  version: z.int({ error: "Send the version that you read" }),
  reason: proposalReason,
});

const additionSample = {
  label: accountSample.label,
  account_holder_name: accountSample.account_holder_name,
  account_number: accountSample.account_number,
  ifsc_code: accountSample.ifsc_code,
  bank_name: accountSample.bank_name,
  reason: "Opened for collections",
};

const changeSample = {
  label: accountSample.label,
  account_holder_name: accountSample.account_holder_name,
  ifsc_code: accountSample.ifsc_code,
  bank_name: accountSample.bank_name,
  is_active: true,
  is_default: true,
  version: 1,
  reason: "The bank merged the branch",
};

const proposalId = "01994c61-5b0e-7a1d-9c44-8e2f6d7b9a04";
const proposed = "Proposed. A second super admin has to confirm it.";

const addErrors = ["RECEIVING_ACCOUNT_EXISTS", "PROPOSAL_WAITING", "CONFIRMER_TOO_NEW"] as const;
const changeErrors = [...addErrors, "RECEIVING_ACCOUNT_CHANGED"] as const;

export const addReceivingAccount = defineCall({
  name: "addReceivingAccount",
  summary:
    "Propose an account for tenants' transfers; the first becomes the default. Another super admin confirms",
  tag: "Settings",
  method: "POST",
  path: "/super-admin/receiving-accounts",
  who: "superadmin",
  needs: "finance",
  stepUp: { signs: "request" },
  body: addition,
  answer: savedAnswer,
  status: 201,
  errors: [...addErrors, "ACCOUNT_INACTIVE"],
  example: {
    request: additionSample,
    answer: { success: true, message: proposed, data: { id: null }, proposal_id: proposalId },
  },
});

export const changeReceivingAccount = defineCall({
  name: "changeReceivingAccount",
  summary:
    "Propose to change a receiving account, make it the default, or (de)activate it; another super admin confirms",
  tag: "Settings",
  method: "PUT",
  path: "/super-admin/receiving-accounts/{id}",
  who: "superadmin",
  needs: "finance",
  stepUp: { signs: "request" },
  params: idParams,
  body: change,
  answer: savedAnswer,
  errors: [...changeErrors, "ACCOUNT_INACTIVE"],
  example: {
    request: changeSample,
    answer: {
      success: true,
      message: proposed,
      data: { id: accountSample.id },
      proposal_id: proposalId,
    },
  },
});
