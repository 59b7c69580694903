import * as z from "zod/mini";
import { text } from "./form-fields.ts";
import { limits } from "./limits.ts";

export const reason = text({
  required: "Please give a reason",
  max: [limits.reasonCharsMax, "Reason must not exceed 200 characters"],
  isMultiline: true,
});

export const tenantStatusChange = z
  .object({
    isActive: z.boolean({ error: "isActive must be true or false" }),
    /** Recorded in the audit log. */
    reason: z.optional(reason),
    /**
     * What happens to payouts that no provider has. A deactivation takes `hold` (the default) or
     * `send`; a reactivation takes `send` (the default) or `cancel` for those held.
     */
    payouts: z.optional(
      z.enum(["hold", "send", "cancel"], { error: "payouts must be hold, send or cancel" }),
    ),
  })
  .check((context) => {
    const { isActive, payouts } = context.value;
    if (payouts !== (isActive ? "hold" : "cancel")) return;
    context.issues.push({
      code: "custom",
      message: isActive ? "A reactivation sends or cancels" : "A deactivation holds or sends",
      path: ["payouts"],
      input: context.value,
    });
  });
export type TenantStatusChange = z.output<typeof tenantStatusChange>;
