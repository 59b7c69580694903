// What `npm run screens` shows where the demo data has nothing, and the ids of what it shows.
import { todayInIndia } from "@rokad/contract/fields";
import { paths } from "../apps/web/src/paths.ts";

/** Calls the API at this origin, with the cookie of its last answer and an access token. */
function callApi(origin: string, token?: string) {
  let cookie: string | undefined;
  return async <Data>(method: "GET" | "POST", path: string, body?: object): Promise<Data> => {
    const response = await fetch(`${origin}/api/v1${path}`, {
      method,
      headers: {
        ...(token && { authorization: `Bearer ${token}` }),
        ...(cookie && { cookie }),
        ...(body && { "content-type": "application/json" }),
      },
      ...(body && { body: JSON.stringify(body) }),
    });
    // A code works only with the cookie of the answer to its request.
    cookie = response.headers.getSetCookie()[0]?.split(";")[0] ?? cookie;
    if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`);
    return ((await response.json()) as { data: Data }).data;
  };
}

/** Signs in with the code of the sandbox; answers the access token. */
export async function signIn(origin: string, mobile: string): Promise<string> {
  const call = callApi(origin);
  await call("POST", "/auth/send-otp", { mobile });
  const texts = await call<{ code: string | null }[]>("GET", `/sandbox/messages?mobile=${mobile}`);
  const otp = texts.find(({ code }) => code !== null)?.code;
  const tokens = await call<{ access_token: string }>("POST", "/auth/verify-otp", { mobile, otp });
  return tokens.access_token;
}

/** The id of the tenant that this mobile number founded. */
export async function findTenant(origin: string, token: string, mobile: string): Promise<string> {
  const call = callApi(origin, token);
  const [tenant] = await call<{ _id: string }[]>("GET", `/super-admin/tenants?search=${mobile}`);
  if (!tenant) throw new Error(`The demo has no tenant with the number ${mobile}`);
  return tenant._id;
}

interface Row {
  readonly id: string;
}

const employees = `Employee Name,Account Number,IFSC,Net Pay,Remarks
Asha Rao,700500100001,HDFC0000060,42000,November
Vikram Shetty,700500100002,HDFC0000060,38500.50,November
Meera Iyer,700500100003,HDFC000006,27000,November
Anil Kumar,700500100004,SBIN0000300,"1,250.00",Overtime
Vikram Shetty,700500100002,HDFC0000060,38500.50,November
Farah Khan,700500100005,ICIC0000001,31000,November
`;

/**
 * Prepares an export, a batch, a schedule and a payment request, none of which pays, and chooses a
 * payout and a beneficiary: the id for each page that needs one.
 */
export async function prepareSamples(
  origin: string,
  token: string,
): Promise<Readonly<Record<string, string>>> {
  const call = callApi(origin, token);
  // The short histories of the demo download without preparation.
  await call("POST", "/exports", { kind: "payout_history", filter: { status: "success" } });
  const [payout] = await call<Row[]>("GET", "/payouts?status=success&limit=1");
  const [listed] = await call<Row[]>("GET", "/beneficiaries?limit=1");
  if (!payout || !listed) throw new Error("The demo has no payout or no beneficiary");
  const { destinations } = await call<{ destinations: Row[] }>(
    "GET",
    `/beneficiaries/${listed.id}`,
  );
  const order = { destination_id: destinations[0]?.id, amount: 18500 };
  const batch = await call<Row>("POST", "/payout-batches", {
    file_name: "salaries-november.csv",
    content: Buffer.from(employees).toString("base64"),
    columns: { beneficiary_name: 0, account_number: 1, ifsc_code: 2, amount: 3, remarks: 4 },
  });
  const rule = { repeats: "monthly", starts_on: todayInIndia(), hour: 10, every: 1, day: "last" };
  const schedule = await call<Row>("POST", "/payout-schedules", {
    ...order,
    purpose: "other",
    remarks: "Shop rent",
    rule: { ...rule, on_holiday: "before" },
  });
  const request = await call<Row>("POST", "/payment-requests", {
    payout: { method: "saved", ...order, remarks: "Invoice 118" },
    submit: false,
  });
  return {
    [paths.payout]: payout.id,
    [paths.beneficiary]: listed.id,
    [paths.bulkPayout]: batch.id,
    [paths.schedule]: schedule.id,
    [paths.request]: request.id,
  };
}
