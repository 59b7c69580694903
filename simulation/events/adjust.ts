import type { AdjustmentForm } from "@rokad/contract/adjustment-form";
import { getBalance } from "@rokad/contract/wallet";
import { count } from "../client-records.ts";
import type { Person } from "../person.ts";
import type { CorrectionDecision, SimulationEvent } from "../simulation-event.ts";
import type { SimulatedTenant, World } from "../world.ts";
import { confirmBy, proposeBy, rejectBy, withdrawBy } from "./sign-adjustment.ts";

type AdjustmentEvent = Extract<SimulationEvent, { kind: "adjustment" }>;

const letter = {
  file_name: "letter.pdf",
  content: Buffer.from("%PDF-1.4\nThe bank's letter").toString("base64"),
};

/** One super admin proposes a correction; others decide about it, in parallel. */
export async function adjust(world: World, event: AdjustmentEvent): Promise<void> {
  const form = await formOf(world, event);
  if (form) await proposeAndDecide(world, form, event.decision);
}

/** @returns the id of the proposal; undefined if it was refused. */
export async function proposeAndDecide(
  world: World,
  form: AdjustmentForm,
  decision: CorrectionDecision,
): Promise<string | undefined> {
  const [asha, kiran, leela, omar] = world.signers as [Person, Person, Person, Person];
  const id = await proposeBy(world, asha, form);
  if (id === undefined) return undefined;
  count(world.clients, `adjustments: ${form.kind}, ${decision}`);
  const decide: Readonly<Record<CorrectionDecision, () => Promise<unknown>>> = {
    confirmed: () => confirmBy(world, [kiran], id),
    // A double click sends one code twice.
    "confirmed twice": () => confirmBy(world, [kiran, kiran], id),
    "two confirm": () => confirmBy(world, [kiran, leela], id),
    "confirmed or rejected": () =>
      Promise.all([confirmBy(world, [kiran], id), rejectBy(world, omar, id)]),
    "confirmed or withdrawn": () =>
      Promise.all([confirmBy(world, [leela], id), withdrawBy(world, asha, id)]),
    "not decided": () => Promise.resolve(),
  };
  await decide[decision]();
  return id;
}

/** What a tenant owes is written off, so that its account can close. */
export function writeOff(world: World, tenantId: string, paise: number) {
  const form = {
    ...wallet("write_off", "losses", "wallet"),
    tenant_id: tenantId,
    amount: paise / 100,
    document: letter,
  };
  return proposeAndDecide(world, form, "confirmed");
}

async function formOf(world: World, event: AdjustmentEvent): Promise<AdjustmentForm | undefined> {
  const tenant = world.tenants[event.tenant] as SimulatedTenant;
  const common = { tenant_id: tenant.id, amount: event.paise / 100 };
  switch (event.what) {
    case "goodwill":
      return { ...wallet("goodwill", "losses", "wallet"), ...common };
    case "bank recall":
      return { ...wallet("bank_recall", "wallet", "bank"), ...common, document: letter };
    case "wrong credit of a deposit": {
      const deposit = findCredited(world, tenant);
      return {
        ...wallet("wrong_credit", "wallet", event.paise % 2 === 0 ? "bank" : "suspense"),
        ...common,
        ...(deposit !== undefined && { deposit_id: deposit }),
      };
    }
    case "beyond the balance": {
      const balance = await tenant.call(getBalance, {});
      if (!balance.ok) return undefined;
      const { amount } = balance.body.data.main_balance;
      return {
        ...wallet("wrong_credit", "wallet", "bank"),
        ...common,
        amount: (amount + event.paise) / 100,
      };
    }
    case "between accounts":
      return {
        ...wallet("reclassification", "provider", "bank"),
        amount: event.paise / 100,
        document: letter,
      };
  }
}

function wallet<Kind extends AdjustmentForm["kind"]>(
  kind: Kind,
  debit: AdjustmentForm["debit_account"],
  credit: AdjustmentForm["credit_account"],
) {
  const reason = "The simulation corrects it";
  return { kind, debit_account: debit, credit_account: credit, reason };
}

/** The first credited deposit of a tenant, so that several corrections are of one deposit. */
function findCredited({ clients }: World, { id }: SimulatedTenant): string | undefined {
  return clients.deposits
    .filter(({ tenant, decisions }) => tenant === id && decisions.at(-1)?.outcome === "credited")
    .find(({ acknowledgements }) => acknowledgements.length > 0)?.acknowledgements[0]?.id;
}
