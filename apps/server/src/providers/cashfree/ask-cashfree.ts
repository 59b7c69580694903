import * as z from "zod";
import {
  MissingCredentialError,
  readCredentials,
  type CredentialName,
} from "../../credentials/credentials.ts";
import { ask, type FarAnswer, type Question } from "../ask.ts";
import { NotSetUpError, OutcomeUnknownError } from "../provider.ts";

/** Cashfree knows us by other keys in each of its products, and each has a version of its own. */
export interface Product {
  readonly clientId: CredentialName;
  readonly clientSecret: CredentialName;
  readonly apiVersion: string;
}

export const payouts: Product = {
  clientId: "CASHFREE_CLIENT_ID",
  clientSecret: "CASHFREE_CLIENT_SECRET",
  apiVersion: "2024-01-01",
};
export const verification: Product = {
  clientId: "CASHFREE_VERIFICATION_CLIENT_ID",
  clientSecret: "CASHFREE_VERIFICATION_CLIENT_SECRET",
  apiVersion: "2023-12-18",
};
export const paymentGateway: Product = {
  clientId: "CASHFREE_PG_CLIENT_ID",
  clientSecret: "CASHFREE_PG_CLIENT_SECRET",
  apiVersion: "2024-07-10",
};

/** A refusal in the form that Cashfree documents; its message may repeat an account number. */
export interface Refusal {
  readonly status: number;
  readonly code: string;
}

export type CashfreeAnswer = { readonly json: unknown } | { readonly refusal: Refusal };

/**
 * One call. A refusal counts as Cashfree's own only in its documented form, because a proxy or a
 * wrong address answers 404 too.
 * @throws {NotSetUpError} when keys are missing or refused, or our address is not on its list.
 * @throws {OutcomeUnknownError} for everything without a clear answer.
 */
export async function askCashfree(
  product: Product,
  question: Omit<Question, "headers">,
): Promise<CashfreeAnswer> {
  const headers = await headersFor(product);
  const answer = await ask({ ...question, headers });
  if (answer.status >= 200 && answer.status < 300) return { json: answer.json };
  refuseWhoIsNotKnown(answer, product);
  const refusal = readRefusal(answer);
  if (refusal) return { refusal };
  throw new OutcomeUnknownError(
    `It answered ${answer.status} in a form that is not Cashfree's: is CASHFREE_BASE_URL right?`,
  );
}

/** The secret may be two, the new one and the old one; calls are made with the new one. */
export const secretsIn = (value: string): string[] =>
  value.split(",").filter((secret) => secret !== "");

async function headersFor({ clientId, clientSecret, apiVersion }: Product) {
  try {
    const keys = await readCredentials(clientId, clientSecret);
    return {
      "x-client-id": keys[clientId],
      "x-client-secret": secretsIn(keys[clientSecret])[0] ?? "",
      "x-api-version": apiVersion,
    };
  } catch (error) {
    if (!(error instanceof MissingCredentialError)) throw error;
    throw new NotSetUpError(`Nothing was asked. ${error.message}`);
  }
}

const refusedBody = z.object({ code: z.string().regex(/^[\w.[\]-]{1,150}$/) });
const said = z.object({ message: z.string() });

function readRefusal({ status, json }: FarAnswer): Refusal | undefined {
  const body = refusedBody.safeParse(json).data;
  // 408 and 425 are what is between us says: try again.
  return body && status !== 408 && status !== 425 ? { status, code: body.code } : undefined;
}

/** Cashfree looks at who asks before it looks at what is asked. */
function refuseWhoIsNotKnown({ status, json }: FarAnswer, product: Product): void {
  if (/\bip\b.{0,40}whitelist/i.test(said.safeParse(json).data?.message ?? "")) {
    throw new NotSetUpError(
      "Cashfree does not accept calls from this server's address: add it in its dashboard under Developers, Two-Factor Authentication, IP Whitelist",
    );
  }
  if (status === 401) {
    throw new NotSetUpError(
      `Cashfree does not know these keys (401): check ${product.clientId} and ${product.clientSecret}`,
    );
  }
  if (status === 403) {
    const code = refusedBody.safeParse(json).data?.code ?? "no reason given";
    throw new NotSetUpError(
      `Cashfree does not let this account make the call (403, ${code}): is the product switched on for it?`,
    );
  }
}
