import * as calls from "@rokad/contract/suspense";
import type { FastifyInstance } from "fastify";
import { serve } from "../serve.ts";
import { decideCredit } from "./decide-credit.ts";
import { listSuspense } from "./list-suspense.ts";
import { revealSender } from "./reveal-sender.ts";

const firstSentence = "First of two decisions recorded. Another super admin must decide the same.";

export function suspenseRoutes(app: FastifyInstance): void {
  serve(app, calls.listSuspense, ({ query }) => listSuspense(query));

  serve(app, calls.assignCredit, async ({ person, params, body }) => {
    const data = await decideCredit(person, params.id, {
      how: "assign",
      tenantId: body.tenant_id,
      utr: body.utr_reference ?? null,
      addAccount: body.add_account ?? false,
      note: body.note || null,
    });
    return { message: said(data, "Credited to the tenant's wallet"), data };
  });

  serve(app, calls.returnCredit, async ({ person, params, body }) => {
    const data = await decideCredit(person, params.id, {
      how: "return",
      utr: body.utr_reference,
      note: body.reason,
    });
    return { message: said(data, "Recorded as sent back"), data };
  });

  serve(app, calls.dismissCredit, async ({ person, params, body }) => {
    const data = await decideCredit(person, params.id, {
      how: "dismiss",
      utr: body.utr_reference ?? null,
      note: body.reason,
    });
    return { message: said(data, "Recorded as credited already"), data };
  });

  serve(app, calls.revealCreditSender, async ({ person, params }) => ({
    data: await revealSender(person, params.id),
  }));
}

function said({ outcome }: { readonly outcome: "decided" | "first_approval" }, done: string) {
  return outcome === "decided" ? done : firstSentence;
}
