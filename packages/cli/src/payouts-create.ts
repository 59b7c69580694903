import { formatMoney } from "@rokad/money/format";
import { rupeesToPaise } from "@rokad/money/rupees";
import type { CreatePayoutRequest, Payout } from "@rokad/sdk";
import { type Command, type CommandCall, connect, optionOf, requiredOption } from "./command.ts";
import { type ExitCode, exitCodes, UsageError } from "./exit-codes.ts";
import { payoutLines } from "./payouts.ts";
import { printable } from "./table.ts";

export const payoutsCreate: Command = {
  name: "payouts create",
  about: "Send a payout within the key's signed limits",
  options: {
    amount: { value: "rupees", about: "Such as 1500.25" },
    reference: { value: "text", about: "Your own, unique: the same command again pays once" },
    name: { value: "name", about: "The beneficiary, as on the bank account" },
    upi: { value: "id", about: "Pay to a UPI ID" },
    account: { value: "number", about: "Pay to an account by IMPS" },
    ifsc: { value: "code", about: "Of the account's branch" },
    saved: { value: "id", about: "Pay to a destination of a saved beneficiary, without --name" },
    purpose: { value: "purpose", about: "vendor_bill, salary, refund, utility or other" },
    remarks: { value: "text", about: "On the beneficiary's statement" },
    "repeat-reason": { value: "text", about: "Why an unclear payout is repeated" },
    "dry-run": { about: "Only show charges, and what would refuse it" },
    wait: { about: "Wait a minute for the outcome" },
  },
  async run(call) {
    const body = orderOf(call);
    return call.options["dry-run"] === true ? validate(call, body) : send(call, body);
  },
};

async function validate(call: CommandCall, body: CreatePayoutRequest): Promise<ExitCode> {
  const { io, isJson } = call;
  const { data } = await (await connect(call)).validatePayout({ body, signal: io.signal });
  if (isJson) io.print(JSON.stringify(data));
  else {
    io.print(`${formatMoney(data.amount)} to ${printable(data.beneficiary_name)}`);
    io.print(`${formatMoney(data.total)} with fee and GST`);
    for (const { code, message } of data.problems) io.print(`${code}: ${message}`);
    if (data.is_sendable) io.print("Nothing would refuse it now");
  }
  return data.is_sendable ? exitCodes.done : exitCodes.refused;
}

async function send(call: CommandCall, body: CreatePayoutRequest): Promise<ExitCode> {
  const { io, isJson, options } = call;
  const rokad = await connect(call);
  // The reference is the key: a command that is run again can't pay twice. The refusal that asked for a
  // reason stays with its key, so the command with the reason has another one.
  const reference = requiredOption(call, "reference");
  const hasReason = optionOf(call, "repeat-reason") !== undefined;
  const headers = { "Idempotency-Key": hasReason ? `${reference}-repeated` : reference };
  const { data: payout } = await rokad.createPayout({ headers, body, signal: io.signal });
  if (options["wait"] !== true) {
    // A command that is run again reads how its payout stands now.
    const onHold = isOpen(payout) ? `, ${formatMoney(payout.total)} on hold` : "";
    if (isJson) io.print(JSON.stringify(payout));
    else {
      io.print(`${payout.reference_id}: ${payout.status}${onHold}`);
      io.print(`Follow it with: rokad payouts get ${payout.id}`);
    }
    return isOpen(payout) ? exitCodes.done : outcomeCode(payout);
  }
  const last = await rokad.waitForPayout(payout.id, { signal: io.signal });
  if (isJson) io.print(JSON.stringify(last));
  else for (const line of payoutLines(last)) io.print(line);
  return outcomeCode(last);
}

type WithStatus = Pick<Payout, "status">;

const isOpen = ({ status }: WithStatus) => status === "pending" || status === "processing";

function outcomeCode(payout: WithStatus): ExitCode {
  if (payout.status === "success") return exitCodes.done;
  return isOpen(payout) ? exitCodes.payoutOpen : exitCodes.payoutFailed;
}

function orderOf(call: CommandCall): CreatePayoutRequest {
  const common = {
    amount_paise: paiseOf(requiredOption(call, "amount")),
    client_reference: requiredOption(call, "reference"),
    ...textOption(call, "purpose", "purpose"),
    ...textOption(call, "remarks", "remarks"),
    ...textOption(call, "repeat-reason", "repeat_reason"),
  };
  const [upi, account, saved] = ["upi", "account", "saved"].map((name) => optionOf(call, name));
  if ([upi, account, saved].filter(Boolean).length !== 1)
    throw new UsageError("Name exactly one of --upi, --account and --saved");
  // The server checks every field again, and names what is wrong.
  const order = saved
    ? { ...common, method: "saved", destination_id: saved }
    : {
        ...common,
        beneficiary_name: requiredOption(call, "name"),
        ...(upi
          ? { method: "upi", upi_id: upi }
          : {
              method: "imps",
              account_number: account,
              ifsc_code: requiredOption(call, "ifsc"),
            }),
      };
  return order as CreatePayoutRequest;
}

function textOption(call: CommandCall, name: string, field: string): Record<string, string> {
  const value = optionOf(call, name);
  return value === undefined ? {} : { [field]: value };
}

/** The digits are read as text, so that no amount becomes a fraction. */
function paiseOf(text: string): number {
  try {
    return Number(rupeesToPaise(text));
  } catch {
    throw new UsageError(`--amount must be rupees with at most two decimals, such as 1500.25`);
  }
}
