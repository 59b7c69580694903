import { isFileCall, isReading, takesSignature, type Call } from "./call.ts";
import type { ErrorCode } from "./error-codes.ts";

/** The errors of an API key, before its call is read. */
const keyErrors = [
  "API_KEY_INVALID",
  "API_KEY_EXPIRED",
  "API_KEY_REVOKED",
  "API_KEY_DISABLED",
  "API_KEY_WRONG_MODE",
  "ACCOUNT_INACTIVE",
  "ADDRESS_NOT_ALLOWED",
  "SCOPE_MISSING",
  "FEATURE_NOT_ENABLED",
  "TOO_MANY_REQUESTS",
] as const;

/** The error codes that a call can answer with: its own, and those that its shape implies. */
export function errorCodesOf(call: Call): ErrorCode[] {
  const takesInput = call.params ?? call.query ?? call.body;
  const codes: (ErrorCode | false | undefined)[] = [
    takesInput && "INVALID_INPUT",
    call.body && "INVALID_JSON",
    call.body && "BODY_TOO_LARGE",
    call.body && "UNSUPPORTED_MEDIA_TYPE",
    call.idempotent && "IDEMPOTENCY_KEY_INVALID",
    call.idempotent && "IDEMPOTENCY_KEY_REUSED",
    call.who !== "anyone" && "NOT_SIGNED_IN",
    ...(call.scopes ? keyErrors : []),
    call.scopes && call.idempotent && "IDEMPOTENCY_KEY_REQUIRED",
    (call.needs || call.who === "key") && "FORBIDDEN",
    isForTenants(call) && !isReading(call) && "READ_ONLY_VIEW",
    takesSignature(call) && "STEP_UP_REQUIRED",
    call.feature && "FEATURE_NOT_ENABLED",
    call.path.includes("{id}") && "NOT_FOUND",
    isFileCall(call) && "EXPORTS_BUSY",
    call.answer === "file" && "RANGE_NOT_SATISFIABLE",
    ...(call.errors ?? []),
    "INTERNAL",
    "TRY_AGAIN",
  ];
  return [...new Set(codes.filter((code) => code !== undefined && code !== false))];
}

function isForTenants({ who }: Call): boolean {
  return who === "tenant" || who === "person";
}
