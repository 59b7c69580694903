import * as z from "zod";
import {
  MissingCredentialError,
  readCredentials,
  type CredentialName,
} from "../../kernel/credentials.ts";
import {
  sendRequest,
  type OutboundResponse,
  type OutboundRequest,
} from "../../kernel/outbound-call.ts";
import { NotConfiguredError, OutcomeUnknownError } from "../../kernel/outbound-errors.ts";

/** One of Cashfree's products: each has its own keys and API version. */
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

/** A refusal in Cashfree's documented form. Its message may repeat an account number: left out. */
export interface Refusal {
  readonly status: number;
  readonly code: string;
}

export type CashfreeAnswer = { readonly json: unknown } | { readonly refusal: Refusal };

/**
 * Calls Cashfree. Only a refusal in the documented form is Cashfree's own, because a proxy or a
 * wrong address also answers 404.
 * @throws {NotSetUpError} when keys are missing or refused, or our IP address is not allowed.
 * @throws {OutcomeUnknownError} when there is no clear answer.
 */
export async function callCashfree(
  product: Product,
  question: Omit<OutboundRequest, "headers">,
): Promise<CashfreeAnswer> {
  const headers = await headersFor(product);
  const answer = await sendRequest({ ...question, headers });
  if (answer.status >= 200 && answer.status < 300) return { json: answer.json };
  throwOnSetupError(answer, product);
  const refusal = readRefusal(answer);
  if (refusal) return { refusal };
  throw new OutcomeUnknownError(
    `The answer ${answer.status} is not in Cashfree's format. Check CASHFREE_BASE_URL.`,
  );
}

/** The new secret and, during a rotation, the old one; calls use the first. */
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
    throw new NotConfiguredError(`No call was made. ${error.message}`);
  }
}

const refusalBody = z.object({ code: z.string().regex(/^[\w.[\]-]{1,150}$/) });
const messageBody = z.object({ message: z.string() });

function readRefusal({ status, json }: OutboundResponse): Refusal | undefined {
  const body = refusalBody.safeParse(json).data;
  // 408 and 425 come from a proxy in between and mean: try again.
  return body && status !== 408 && status !== 425 ? { status, code: body.code } : undefined;
}

/** Cashfree checks the caller before the request, so these refusals mean that it did nothing. */
function throwOnSetupError({ status, json }: OutboundResponse, product: Product): void {
  if (/\bip\b.{0,40}whitelist/i.test(messageBody.safeParse(json).data?.message ?? "")) {
    throw new NotConfiguredError(
      "Cashfree does not accept calls from this server's IP address. Add it in Cashfree's dashboard under Developers, Two-Factor Authentication, IP Whitelist.",
    );
  }
  if (status === 401) {
    throw new NotConfiguredError(
      `Cashfree does not know these keys (401). Check ${product.clientId} and ${product.clientSecret}.`,
    );
  }
  if (status === 403) {
    const code = refusalBody.safeParse(json).data?.code ?? "no reason given";
    throw new NotConfiguredError(
      `Cashfree does not allow this account to make the call (403, ${code}). Check that the product is enabled for it.`,
    );
  }
}
