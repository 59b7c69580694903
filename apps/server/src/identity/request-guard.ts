import type { RequestGuard } from "../http/authorize.ts";
import { findKey } from "./api-keys/find-key.ts";
import { recordRequest } from "./api-keys/request-log.ts";
import { recordRefusal } from "./audit/record-refusal.ts";
import { assertExportsLeft, recordExport } from "./audit/record-export.ts";
import { requireSignature } from "./signatures/require-signature.ts";
import { readAccessToken } from "./sign-in/access-token.ts";
import { findSession } from "./sign-in/find-session.ts";

/** What routes need from the identity floor; Fastify decorates the app with it as `guard`. */
export const requestGuard: RequestGuard = {
  readAccessToken,
  findSession,
  findKey,
  recordRequest,
  assertExportsLeft,
  requireSignature,
  recordExport,
  recordRefusal,
};
