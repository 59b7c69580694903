import type { RequestGuard } from "../http/serve.ts";
import { requireSignature } from "./signatures/require-signature.ts";
import { countExport, recordExport } from "./audit/record-export.ts";
import { readAccessToken } from "./sign-in/access-token.ts";
import { findSession } from "./sign-in/find-session.ts";

/** What routes need from the identity floor; Fastify decorates the app with it as `guard`. */
export const requestGuard: RequestGuard = {
  readAccessToken,
  findSession,
  requireSignature,
  countExport,
  recordExport,
};
