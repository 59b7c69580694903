import { database } from "../src/db.ts";
import { newId } from "../src/ids.ts";
import { newReference } from "../src/payouts/reference.ts";

type State = "processing" | "success" | "failed" | "reversed";

interface Given {
  readonly paise?: bigint;
  readonly state?: State;
  readonly at?: Date;
}

/**
 * Changes the sandbox bank's own record behind our back, as a real one comes to differ from our
 * books: by its dashboard, a lost webhook, or a mistake of either side.
 */
export const plant = {
  /** They know nothing of it. */
  async missingThere(reference: string): Promise<void> {
    await database().deleteFrom(table).where("reference", "=", reference).execute();
  },

  /** They have one that we never made; its reference is answered. */
  async missingHere({ paise = 70_000n, state = "success", at = new Date() }: Given = {}) {
    const reference = newReference();
    await insert({ reference, paise, state, at });
    return `sandbox-${reference}`;
  },

  /** They have another one under the same reference. */
  async doubled(reference: string, { state = "success", at = new Date() }: Given = {}) {
    return insert({ reference, paise: 100_000n, state, at, isPlanted: true });
  },

  amount: (reference: string, paise: bigint) => change(reference, { amount_paise: paise }),
  state: (reference: string, state: State) =>
    change(reference, { state, plan: "[]", next_at: null }),
  utr: (reference: string, utr: string) => change(reference, { utr }),
  charge: (reference: string, fee: bigint, tax: bigint) =>
    change(reference, { fee_paise: fee, tax_paise: tax }),
};

const table = "sandbox_bank.transfers";

async function change(
  reference: string,
  values: Partial<{
    amount_paise: bigint;
    state: State;
    plan: string;
    next_at: null;
    utr: string;
    fee_paise: bigint;
    tax_paise: bigint;
  }>,
): Promise<void> {
  await database().updateTable(table).set(values).where("reference", "=", reference).execute();
}

interface Planted {
  readonly reference: string;
  readonly paise: bigint;
  readonly state: State;
  readonly at: Date;
  readonly isPlanted?: boolean;
}

async function insert({ reference, paise, state, at, isPlanted = false }: Planted) {
  const idempotency_key = newId();
  await database()
    .insertInto(table)
    .values({
      idempotency_key,
      reference,
      amount_paise: paise,
      destination: "planted@upi",
      state,
      utr: state === "success" ? "700000000001" : null,
      is_planted: isPlanted,
      created_at: at,
    })
    .execute();
  return idempotency_key;
}
