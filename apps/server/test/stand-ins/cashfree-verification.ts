import { refuse } from "./cashfree-account.ts";
import type { StandInReply, StandInRequest } from "./stand-in-server.ts";

const invalidAccounts: Readonly<Record<string, string>> = {
  "7766666585146/YESB0000001": "INVALID_ACCOUNT_FAIL",
  "7766667287515/ICIC0000001": "INVALID_IFSC_FAIL",
  "7766667989884/RATN0000070": "ACCOUNT_BLOCKED",
  "7766667755761/ICIC0000001": "NRE_ACCOUNT_FAIL",
};

/** An account whose bank never answers. */
export const silentBank = { accountNumber: "026291800000001", ifscCode: "YESB0000262" } as const;

/** `POST /verification/bank-account/sync`; every valid account belongs to Sample Traders. */
export function answerVerification(request: StandInRequest): StandInReply {
  if (request.method !== "POST" || request.path !== "/verification/bank-account/sync") {
    return { status: 404, json: { message: "no Route matched with those values" } };
  }
  const body = JSON.parse(request.body) as Readonly<Record<string, string | undefined>>;
  const { bank_account: number = "", ifsc = "", name = "" } = body;
  const type = "validation_error";
  if (!/^[A-Za-z0-9]{6,40}$/.test(number)) return refuse(400, type, "bank_account_invalid");
  if (!/^[A-Z]{4}0[A-Z0-9]{6}$/.test(ifsc)) return refuse(400, type, "bank_ifsc_invalid");
  if (!/^[A-Za-z0-9 ]*$/.test(name)) return refuse(400, type, "name_invalid");
  if (number === silentBank.accountNumber) return refuse(422, type, "npci_unavailable");
  const code = invalidAccounts[`${number}/${ifsc}`];
  const common = { reference_id: 1294785793, bank_name: "YES BANK", utr: "404223241811" };
  if (code) {
    return {
      status: 200,
      json: { ...common, account_status: "INVALID", account_status_code: code },
    };
  }
  const matches = name.toUpperCase() === "SAMPLE TRADERS";
  return {
    status: 200,
    json: {
      ...common,
      name_at_bank: "SAMPLE TRADERS",
      name_match_score: matches ? "100.00" : "34.00",
      name_match_result: matches ? "DIRECT_MATCH" : "POOR_PARTIAL_MATCH",
      account_status: "VALID",
      account_status_code: "ACCOUNT_IS_VALID",
    },
  };
}
