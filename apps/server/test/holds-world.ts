import { getRequestHolds } from "@rokad/contract/request-holds";
import { getStatement } from "@rokad/contract/reports";
import { getBalance, listWalletHistory } from "@rokad/contract/wallet";
import { sql } from "kysely";
import { database } from "../src/database/db.ts";
import { today } from "../src/kernel/days.ts";
import { openFundsWorld } from "./funds-world.ts";
import { impsOrder } from "./forms.ts";
import type { SignedIn } from "./signed-in.ts";

export type HoldsWorld = Awaited<ReturnType<typeof openHoldsWorld>>;

const any = { amount_up_to: null, methods: null, sources: null, beneficiary: null };
const oneApprover = [{ ...any, steps: [{ approvals: 1, roles: ["approver"], people: [] }] }];

/** The world of approvals with businesses whose payment requests hold money from their submission. */
export async function openHoldsWorld() {
  const world = await openFundsWorld();

  async function choose(owner: SignedIn, isOn: boolean): Promise<void> {
    const answer = await owner.put("/payment-request-holds", { at_submission: isOn });
    if (answer.status !== 200) throw new Error(answer.text);
  }

  return {
    ...world,
    choose,
    oneApprover,

    async holdingTeam(wallet = "₹10,000", bands: readonly object[] = oneApprover) {
      const team = await world.team({ bands, wallet });
      await choose(team.owner, true);
      return team;
    },
    /** Submits a request over rupees, or returns what the server answers instead. */
    submit: (by: SignedIn, amount: number, rest: object = {}) =>
      by.post("/payment-requests", { payout: impsOrder({ amount }), ...rest }),
    holds: async (by: SignedIn) => (await by.ask(getRequestHolds, {})).data,
    /** Available, held, and held for requests, in rupees. */
    async money(by: SignedIn) {
      const { data } = await by.ask(getBalance, {});
      const { main_balance, held_balance, request_holds } = data;
      return [main_balance, held_balance, request_holds.total].map(({ amount }) => amount / 100);
    },
    history: (by: SignedIn) => by.ask(listWalletHistory, { query: {} }),
    statement: (by: SignedIn) =>
      by.ask(getStatement, { query: { from: today(), to: today(), limit: 50 } }),
    /** The kinds of postings of a request's holds and its payout, in their order. */
    async postings(requestId: string) {
      const { rows } = await sql<{ kind: string }>`
        select kind from ledger_postings
        where subject_id in (
          select id from request_holds where request_id = ${requestId}
          union all select payout_id from payment_requests where id = ${requestId}
        )
        order by id
      `.execute(database());
      return rows.map(({ kind }) => kind);
    },
  };
}
