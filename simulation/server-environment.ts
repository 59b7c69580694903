import { createHash } from "node:crypto";
import { standInCredentials } from "../apps/server/test/provider-stand-ins.ts";
import { msg91Key } from "../apps/server/test/stand-ins/msg91.ts";

/** The whole environment of the servers; nothing is inherited. */
export function environmentOf(
  seed: number,
  url: string,
  baseUrls: Readonly<Record<"razorpayx" | "cashfree", string>>,
  gatewayUrl: string,
): Record<string, string> {
  const secret = createHash("sha256").update(`simulation ${seed}`).digest("hex");
  return {
    NODE_ENV: "development",
    DATABASE_URL: url,
    DATABASE_CONNECTIONS: "8",
    APP_SECRET: secret,
    ENCRYPTION_KEY: secret,
    DEMO_ACCOUNTS: "0",
    HOST: "127.0.0.1",
    LOG_LEVEL: "info",
    SMS_PROVIDER: "msg91",
    MSG91_BASE_URL: gatewayUrl,
    MSG91_AUTH_KEY: msg91Key,
    DLT_ENTITY_ID: "1101160000000012345",
    DLT_HEADER: "ROKADP",
    MSG91_SIGN_IN_TEMPLATE_ID: "m91signin",
    MSG91_PAYOUT_TEMPLATE_ID: "m91payout",
    MSG91_SIGNATURE_TEMPLATE_ID: "m91signature",
    MSG91_DECISION_TEMPLATE_ID: "m91decision",
    MSG91_APPROVAL_TEMPLATE_ID: "m91approval",
    MSG91_APPROVALS_TEMPLATE_ID: "m91approvals",
    PRIMARY_PROVIDER: "razorpayx",
    ALTERNATIVE_PROVIDER: "cashfree",
    RAZORPAYX_BASE_URL: baseUrls.razorpayx,
    CASHFREE_BASE_URL: baseUrls.cashfree,
    ...standInCredentials,
    PROVIDER_TIMEOUT_MS: "700",
    LEASE_SECONDS: "5",
    WORKER_POLL_MS: "60",
    SHUTDOWN_SECONDS: "90",
  };
}
