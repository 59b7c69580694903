import { refuse } from "./cashfree-account.ts";
import type { StandInReply, StandInRequest } from "./stand-in-server.ts";

interface Remitter {
  readonly account_number: string;
  readonly ifsc: string;
}

export interface BookedVirtualAccount {
  readonly number: string;
  status: "ACTIVE" | "INACTIVE";
  /** Empty: it accepts money from everyone. */
  allowed: readonly Remitter[];
}

const type = "invalid_request_error";

/** `/pg/vba`: create (POST), read (GET), edit (PUT) and set the status (PATCH). */
export function answerVirtualAccounts(
  request: StandInRequest,
  accounts: Map<string, BookedVirtualAccount>,
): StandInReply {
  const [, , , id] = request.path.split("/");
  const body = request.body === "" ? {} : (JSON.parse(request.body) as Body);
  if (request.method === "POST" && id === undefined) return create(body, accounts);
  const found = accounts.get(id ?? "");
  if (!found || id === undefined) return refuse(404, type, "vba_not_found");
  if (request.method === "PUT") found.allowed = remittersIn(body);
  if (request.method === "PATCH") {
    if (body.bank_codes !== "YESB") return refuse(400, type, "bank_codes_invalid");
    if (body.status !== "ACTIVE" && body.status !== "INACTIVE") {
      return refuse(400, type, "status_invalid");
    }
    found.status = body.status;
  }
  return { status: 200, json: { virtual_bank_accounts: [accountJson(id, found)] } };
}

interface Body {
  readonly virtual_account_details?: {
    readonly virtual_account_id?: string;
    readonly virtual_account_name?: string;
  };
  readonly remitter_lock_details?: { readonly allowed_remitters?: readonly Remitter[] };
  readonly bank_codes?: string;
  readonly status?: string;
}

const remittersIn = (body: Body) => body.remitter_lock_details?.allowed_remitters ?? [];

function create(body: Body, accounts: Map<string, BookedVirtualAccount>): StandInReply {
  const { virtual_account_id: id = "", virtual_account_name: name = "" } =
    body.virtual_account_details ?? {};
  if (!/^[A-Za-z0-9]{1,20}$/.test(id)) return refuse(400, type, "virtual_account_id_invalid");
  if (!/^[A-Za-z0-9 ]{1,100}$/.test(name)) return refuse(400, type, "virtual_account_name_invalid");
  if (accounts.has(id)) return refuse(409, type, "virtual_account_id_already_exists");
  const created: BookedVirtualAccount = {
    number: `YESB26${String(accounts.size + 1).padStart(10, "0")}`,
    status: "ACTIVE",
    allowed: remittersIn(body),
  };
  accounts.set(id, created);
  return { status: 200, json: { virtual_bank_accounts: [accountJson(id, created)] } };
}

const accountJson = (id: string, { number, status, allowed }: BookedVirtualAccount) => ({
  vba_bank_code: "YESB",
  vba_account_number: number,
  vba_ifsc: "YESB0CMSNOC",
  vba_status: status,
  virtual_account_details: { virtual_account_id: id },
  remitter_lock_details: { allowed_remitters: allowed },
});
