import { t } from "../language.ts";

/** A payout to a saved beneficiary, or the sandbox's account where none is known. */
export interface SamplePayee {
  readonly name: string;
  readonly destinationId: string;
}

export const languages = [
  { value: "curl", label: "curl" },
  { value: "typescript", label: "TypeScript" },
] as const;
export type Language = (typeof languages)[number]["value"];

/** The code of a first payout of ₹10, ready to run against this installation. */
export function firstPayout(
  language: Language,
  origin: string,
  payee: SamplePayee | undefined,
): string {
  const payout = {
    ...(payee
      ? { method: "saved", destination_id: payee.destinationId }
      : {
          method: "imps",
          beneficiary_name: t`Asha Rao`,
          account_number: "123456789012",
          ifsc_code: "HDFC0000001",
        }),
    amount_paise: 1000,
    client_reference: "first-payout",
  };
  return language === "curl" ? asCurl(origin, payout) : asTypeScript(origin, payout);
}

function asCurl(origin: string, payout: object): string {
  return `curl ${origin}/api/v1/payouts \\
  -H "Authorization: Bearer $ROKAD_KEY" \\
  -H "Idempotency-Key: first-payout" \\
  -H "Content-Type: application/json" \\
  -d '${JSON.stringify(payout, null, 2)}'`;
}

function asTypeScript(origin: string, payout: object): string {
  const body = JSON.stringify(payout, null, 2).replaceAll("\n", "\n  ");
  return `const response = await fetch("${origin}/api/v1/payouts", {
  method: "POST",
  headers: {
    Authorization: \`Bearer \${process.env.ROKAD_KEY}\`,
    // The same key when you repeat this payout: it is sent once.
    "Idempotency-Key": "first-payout",
    "Content-Type": "application/json",
  },
  body: JSON.stringify(${body}),
});
console.log(response.status, await response.json());`;
}
