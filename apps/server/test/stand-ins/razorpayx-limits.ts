import { z } from "zod";
import type { StandInReply } from "./stand-in-server.ts";

/** A refusal in the documented format. */
export function refuse(
  description: string,
  {
    field = null,
    reason = "input_validation_failed",
    status = 400,
  }: {
    field?: string | null;
    reason?: string | null;
    status?: number;
  } = {},
): StandInReply {
  return {
    status,
    json: {
      error: {
        code: status === 401 ? "BAD_REQUEST_AUTHENTICATION_ERROR" : "BAD_REQUEST_ERROR",
        description,
        source: "business",
        step: null,
        reason,
        metadata: {},
        field,
      },
    },
  };
}

const name = (min: number, max: number) =>
  z
    .string()
    .min(min)
    .max(max)
    .regex(/^[A-Za-z0-9 ’_/().-]+$/)
    .regex(/[A-Za-z0-9.]$/, "must not end with a special character");

const contact = z.strictObject({
  name: name(3, 50),
  email: z.email().optional(),
  contact: z
    .string()
    .regex(/^\+?\d{8,14}$/)
    .optional(),
  type: z.string().optional(),
  reference_id: z.string().max(40).optional(),
});

export const fundAccountSchema = z.discriminatedUnion("account_type", [
  z.strictObject({
    account_type: z.literal("bank_account"),
    bank_account: z.strictObject({
      name: name(4, 120),
      ifsc: z.string().regex(/^[A-Z]{4}0[A-Z0-9]{6}$/),
      account_number: z.string().regex(/^[A-Za-z0-9]{5,35}$/),
    }),
    contact,
  }),
  z.strictObject({
    account_type: z.literal("vpa"),
    vpa: z.strictObject({
      address: z
        .string()
        .min(3)
        .max(100)
        .regex(/^[A-Za-z0-9.-]+@[A-Za-z0-9.-]+$/),
    }),
    contact,
  }),
]);

/** The documented limits of the composite call; undocumented fields are refused. */
export const payoutSchema = z
  .strictObject({
    account_number: z.string(),
    amount: z.int().min(100),
    currency: z.literal("INR"),
    mode: z.enum(["IMPS", "NEFT", "RTGS", "UPI"]),
    purpose: z.enum(["refund", "cashback", "payout", "salary", "utility bill", "vendor bill"]),
    fund_account: fundAccountSchema,
    queue_if_low_balance: z.boolean().default(false),
    reference_id: z.string().max(40).optional(),
    narration: z
      .string()
      .max(30)
      .regex(/^[A-Za-z0-9 ]*$/)
      .optional(),
  })
  .refine(({ mode, fund_account }) => (mode === "UPI") === (fund_account.account_type === "vpa"), {
    path: ["mode"],
    message: "does not fit the fund account",
  })
  .refine(({ mode, amount }) => mode !== "UPI" || amount <= 1_00_000_00, {
    path: ["amount"],
    message: "UPI takes up to 1 lakh",
  })
  .refine(({ mode, amount }) => mode !== "IMPS" || amount <= 5_00_000_00, {
    path: ["amount"],
    message: "IMPS takes up to 5 lakh",
  });

/** The refusal of a body that breaks a limit, in the documented format. */
export function refuseInvalid(error: z.ZodError): StandInReply {
  const [issue] = error.issues;
  const field = issue?.path.join(".") ?? "";
  return refuse(
    `The ${field.split(".").at(-1) ?? "request"} is not valid: ${issue?.message ?? ""}`,
    {
      field,
    },
  );
}
