import type { AdjustmentForm } from "@rokad/contract/adjustment-form";
import { getBalance } from "@rokad/contract/wallet";
import { count } from "../client-records.ts";
import type { Person } from "../person.ts";
import { banks, type CorrectionDecision, type SimulationEvent } from "../simulation-event.ts";
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

/**
 * @param utr the transfer of the corrected deposit, if no client's record has it.
 * @returns the id of the proposal; undefined if it was refused.
 */
export async function proposeAndDecide(
  world: World,
  form: AdjustmentForm,
  decision: CorrectionDecision,
  utr?: string,
): Promise<string | undefined> {
  const [asha, kiran, leela, omar] = world.signers as [Person, Person, Person, Person];
  const id = await proposeBy(world, asha, form, utr);
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
    ...booking("write_off", "losses", "wallet"),
    tenant_id: tenantId,
    amount: paise / 100,
    document: letter,
  };
  return proposeAndDecide(world, form, "confirmed");
}

async function formOf(world: World, event: AdjustmentEvent): Promise<AdjustmentForm | undefined> {
  const tenant = world.tenants[event.tenant] as SimulatedTenant;
  const { paise } = event;
  const common = { tenant_id: tenant.id, amount: paise / 100 };
  const account = { receiving_account: world.receivingAccounts[paise % 2] as string };
  const provider = { provider: banks[Math.floor(paise / 2) % 2] as string };
  switch (event.what) {
    case "goodwill":
      return { ...booking("goodwill", "losses", "wallet"), ...common };
    case "bank recall":
      return {
        ...booking("bank_recall", "wallet", "bank"),
        ...common,
        ...account,
        document: letter,
      };
    case "wrong credit of a deposit": {
      const deposit = findCredited(world, tenant);
      const isAtBank = paise % 2 === 0;
      return {
        ...booking("wrong_credit", "wallet", isAtBank ? "bank" : "suspense"),
        ...common,
        // Without a name it is on the account in which the deposit arrived.
        ...(deposit === undefined ? isAtBank && account : { deposit_id: deposit }),
      };
    }
    case "beyond the balance": {
      const balance = await tenant.call(getBalance, {});
      if (!balance.ok) return undefined;
      const { amount } = balance.body.data.main_balance;
      return {
        ...booking("wrong_credit", "wallet", "bank"),
        ...common,
        ...account,
        amount: (amount + paise) / 100,
      };
    }
    case "bank charge":
      return { ...booking("bank_charge", "losses", "bank"), ...account, ...ofPlatform(paise) };
    case "provider charge":
      return { ...booking("bank_charge", "losses", "provider"), ...provider, ...ofPlatform(paise) };
    case "between accounts":
      return {
        ...(paise % 8 < 4
          ? booking("reclassification", "provider", "bank")
          : booking("reclassification", "bank", "provider")),
        ...account,
        ...provider,
        ...ofPlatform(paise),
      };
  }
}

const ofPlatform = (paise: number) => ({ amount: paise / 100, document: letter });

function booking<Kind extends AdjustmentForm["kind"]>(
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
