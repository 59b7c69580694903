import type { CashfreeBooks, Step } from "./cashfree-books.ts";
import { completed, pending, sentOn } from "./cashfree-books.ts";
import { refuse, type CashfreeAccount } from "./cashfree-account.ts";
import type { StandInReply, StandInRequest } from "./stand-in-server.ts";

const modes = new Set([
  "banktransfer",
  "imps",
  "neft",
  "rtgs",
  "upi",
  "paytm",
  "amazonpay",
  "card",
]);
const fields = new Set([
  "transfer_id",
  "transfer_amount",
  "transfer_currency",
  "transfer_mode",
  "beneficiary_details",
  "transfer_remarks",
  "fundsource_id",
]);

/** The expected body; each field is checked before it is used. */
interface Body {
  readonly transfer_id?: string;
  readonly transfer_amount?: number;
  readonly transfer_mode?: string;
  readonly transfer_remarks?: string;
  readonly beneficiary_details?: {
    readonly beneficiary_id?: string;
    readonly beneficiary_name?: string;
    readonly beneficiary_instrument_details?: Readonly<Record<string, string>>;
  };
}

/** `POST /transfers` and `GET /transfers`, with the documented refusals. */
export function answerPayouts(
  request: StandInRequest,
  books: CashfreeBooks,
  account: CashfreeAccount,
): StandInReply {
  if (request.path !== "/payout/transfers") {
    return { status: 404, json: { message: "no Route matched with those values" } };
  }
  if (request.method === "GET") return show(request, books);
  if (request.method === "POST") return take(request, books, account);
  return invalid(405, "method_not_allowed");
}

const invalid = (status: number, code: string, message = code) =>
  refuse(status, "invalid_request_error", code, message);

function show({ query }: StandInRequest, books: CashfreeBooks): StandInReply {
  const cfTransferId = query.get("cf_transfer_id");
  const transferId = query.get("transfer_id");
  if (cfTransferId === null && transferId === null) return invalid(400, "transfer_id_missing");
  const transfer = books.find({ cfTransferId, transferId });
  if (transfer) return { status: 200, json: books.transferJson(transfer) };
  return cfTransferId === null
    ? invalid(404, "transfer_id_not_found", "transfer_id does not exist")
    : invalid(404, "cf_transfer_id_not_found", "cf_transfer_id does not exist");
}

function take(
  request: StandInRequest,
  books: CashfreeBooks,
  account: CashfreeAccount,
): StandInReply {
  const body = JSON.parse(request.body) as Body;
  const refusal = checkBody(body, request);
  if (refusal) return refusal;
  const transferId = body.transfer_id ?? "";
  if (books.has(transferId)) {
    const message = "transfer_id already exists. please pass unique id in each request";
    return invalid(409, "transfer_id_already_exists", message);
  }
  const instrument = instrumentIn(body);
  const transfer = books.take({
    transferId,
    paise: paiseIn(request),
    mode: body.transfer_mode ?? "banktransfer",
    instrument,
    steps: stepsFor(instrument, account),
  });
  return { status: 200, json: books.transferJson(transfer) };
}

/** The amount's own digits, because a float would round it. */
const amountPattern = /"transfer_amount":(\d+)(?:\.(\d{1,2}))?[,}]/;

function paiseIn({ body }: StandInRequest): bigint {
  const [, whole = "0", decimals = ""] = amountPattern.exec(body) ?? [];
  return BigInt(whole) * 100n + BigInt(decimals.padEnd(2, "0"));
}

const instrumentIn = (body: Body) => body.beneficiary_details?.beneficiary_instrument_details ?? {};

function checkBody(body: Body, request: StandInRequest): StandInReply | undefined {
  const unknownField = Object.keys(body).find((field) => !fields.has(field));
  if (unknownField) return invalid(400, `${unknownField}_invalid`);
  const { transfer_id: id, transfer_mode: mode = "banktransfer", transfer_remarks = "" } = body;
  if (id === undefined) return invalid(400, "transfer_id_missing");
  if (typeof id !== "string" || !/^\w{1,40}$/.test(id)) return invalid(400, "transfer_id_invalid");
  if (body.transfer_amount === undefined) return invalid(400, "transfer_amount_missing");
  if (!amountPattern.test(request.body) || paiseIn(request) < 100n) {
    return invalid(400, "transfer_amount_invalid", "transfer_amount should be greater then 1.00");
  }
  if (!modes.has(mode)) return invalid(400, "transfer_mode_invalid");
  if (!/^[A-Za-z0-9 ]{0,70}$/.test(transfer_remarks)) {
    return invalid(400, "transfer_remarks_invalid");
  }
  return checkBeneficiary(body);
}

function checkBeneficiary(body: Body): StandInReply | undefined {
  const details = body.beneficiary_details;
  if (!details) return invalid(400, "beneficiary_details_missing");
  if (details.beneficiary_id !== undefined) return invalid(404, "beneficiary_not_found");
  if (!/^[A-Za-z\s]{1,100}$/.test(details.beneficiary_name ?? "")) {
    return invalid(400, "beneficiary_details.beneficiary_name_invalid");
  }
  const at = "beneficiary_details.beneficiary_instrument_details";
  const { bank_account_number: number = "", bank_ifsc: ifsc = "", vpa = "" } = instrumentIn(body);
  if (body.transfer_mode === "upi") {
    const isVpa = /^[A-Za-z0-9._-]+@[A-Za-z0-9._]+$/.test(vpa) && vpa !== "invalid@upi";
    return isVpa ? undefined : invalid(400, `${at}.vpa_invalid`, `vpa is invalid: ${vpa}`);
  }
  if (!/^[A-Za-z0-9]{9,18}$/.test(number)) {
    return invalid(400, `${at}.bank_account_number_invalid`, `value received: ${number}`);
  }
  return /^[A-Z]{4}0[A-Z0-9]{6}$/.test(ifsc)
    ? undefined
    : invalid(400, `${at}.bank_ifsc_invalid`, `value received: ${ifsc}`);
}

/** The test environment's triggers: cashfree.com, Payouts, "Data to test integration". */
const triggers: Readonly<Record<string, readonly Step[]>> = {
  "026291800001191/YESB0000262": [pending, completed],
  "00011020001772/HDFC0000001": [pending, sentOn, completed],
  "026291800001190/YESB0000262": [pending, ["FAILED", "INVALID_ACCOUNT_FAIL"]],
  "2640101002729/CNRR0002640": [["FAILED", "INVALID_IFSC_FAIL"]],
  "007711000031/HDFC0000077": [pending],
  "00224412311300/YESB0000001": [pending, completed],
  "7766666351000/YESB0000001": [pending, ["FAILED", "IMPS_MODE_FAIL"]],
  "02014457596969/CITI0000001": [pending, completed, ["REVERSED", "INVALID_ACCOUNT_FAIL"]],
  "success@upi": [pending, completed],
  "incorrect@upi": [["FAILED", "INVALID_BENE_VPA"]],
};

function stepsFor(
  { bank_account_number: number, bank_ifsc: ifsc, vpa }: Readonly<Record<string, string>>,
  account: CashfreeAccount,
): readonly Step[] {
  const others: readonly Step[] = account.paysOthers
    ? [pending, completed]
    : [["FAILED", "INVALID_ACCOUNT_FAIL"]];
  return triggers[vpa ?? `${number}/${ifsc}`] ?? others;
}
