import { database } from "../src/database/db.ts";
import { newId } from "../src/kernel/ids.ts";
import { newReference } from "../src/kernel/payout-reference.ts";

type State = "processing" | "success" | "failed" | "reversed";

interface TransferValues {
  readonly paise?: bigint;
  readonly state?: State;
  readonly at?: Date;
}

/**
 * Changes the sandbox bank's records directly, so that they differ from our books as a real
 * provider's can: through its dashboard, a lost webhook, or a mistake.
 */
export const sandboxRecords = {
  /** Deletes a transfer. */
  async remove(reference: string): Promise<void> {
    await database().deleteFrom(table).where("reference", "=", reference).execute();
  },

  /** Adds a transfer that we never sent. @returns its provider reference. */
  async add({ paise = 70_000n, state = "success", at = new Date() }: TransferValues = {}) {
    const reference = newReference();
    await insert({ reference, paise, state, at });
    return `sandbox-${reference}`;
  },

  /** Adds another transfer with the same reference. @returns its provider reference. */
  async duplicate(reference: string, { state = "success", at = new Date() }: TransferValues = {}) {
    return insert({ reference, paise: 100_000n, state, at, isPlanted: true });
  },

  setAmount: (reference: string, paise: bigint) => change(reference, { amount_paise: paise }),
  setState: (reference: string, state: State) =>
    change(reference, { state, plan: "[]", next_at: null }),
  setUtr: (reference: string, utr: string) => change(reference, { utr }),
  setCharge: (reference: string, fee: bigint, tax: bigint) =>
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

interface AddedTransfer {
  readonly reference: string;
  readonly paise: bigint;
  readonly state: State;
  readonly at: Date;
  readonly isPlanted?: boolean;
}

async function insert({ reference, paise, state, at, isPlanted = false }: AddedTransfer) {
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
