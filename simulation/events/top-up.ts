import { count } from "../client-records.ts";
import type { Person } from "../person.ts";
import { recordTransfer } from "../record-own-money.ts";
import type { SimulationEvent } from "../simulation-event.ts";
import type { World } from "../world.ts";

/** A payer's number that is no receiving account, as a bank's pooled account. */
const otherAccount = "50200012345678";

/**
 * Money leaves a receiving account for RazorpayX, whose list has the padded spelling of its UTR. A
 * super admin records it, or the workers find it in the list because they know the payer.
 */
export async function topUp(
  world: World,
  { paise, variant }: Extract<SimulationEvent, { kind: "top-up" }>,
): Promise<void> {
  const { banks, clients } = world;
  const [, , farah] = world.admins as [Person, Person, Person];
  const utr = world.newUtr();
  const account = world.receivingAccountOf(utr);
  const record = () =>
    recordTransfer(
      farah,
      {
        from: "bank",
        to: "razorpayx",
        receiving_account: account,
        amount: paise / 100,
        utr_reference: utr,
      },
      { clicks: variant === "double click" ? 2 : 1 },
    );
  const isNamed = variant === "found in the list" || variant === "both";
  const payerAccount = isNamed ? world.receivingNumberOf(account) : otherAccount;
  banks.receiving.send({ account, bank: "razorpayx", utr, paise });
  banks.topUp({ paise, utr: /^\d{12}$/.test(utr) ? `000${utr}` : utr, payerAccount });
  count(clients, `top-ups: ${variant}`);
  // A person records it late, from the provider's list; see `recordUnrecorded`.
  if (variant === "found in the list" || variant === "recorded late") return;
  const answers = await record();
  const ids = new Set(answers.flatMap((answer) => (answer.ok ? [answer.body.data.id] : [])));
  if (ids.size > 1) clients.anomalies.push(`The top-up ${utr} was recorded ${ids.size} times`);
  for (const answer of answers)
    if (!answer.ok) count(clients, `top-ups not recorded by a person: ${answer.code}`);
}
