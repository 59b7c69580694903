import { createBeneficiary } from "@rokad/contract/beneficiaries";
import type { ActedOn } from "./approval-rows.ts";
import { beneficiaryOf } from "./forms.ts";
import type { SignedIn } from "./signed-in.ts";
import type { World } from "./world.ts";

/** A new beneficiary of the tenant for each call about beneficiaries that takes an id. */
export function beneficiaryRows(
  world: () => World,
  owner: () => SignedIn,
): Readonly<Record<string, () => Promise<ActedOn>>> {
  async function saved() {
    const body = beneficiaryOf(world().newAccountNumber());
    return (await owner().ask(createBeneficiary, { body })).data;
  }

  async function withDestination(): Promise<ActedOn> {
    const { id, default_destination: destination } = await saved();
    return { id, params: { destination_id: destination?.id ?? "" } };
  }

  return {
    getBeneficiary: saved,
    editBeneficiary: async () => {
      const { id, version } = await saved();
      return { id, body: { name: "Sample Traders", kind: "vendor", version } };
    },
    archiveBeneficiary: saved,
    restoreBeneficiary: saved,
    addPayoutDestination: async () => {
      const { id } = await saved();
      return { id, body: { destination: { method: "upi", upi_id: `${world().newMobile()}@upi` } } };
    },
    getPayee: withDestination,
    setDefaultDestination: withDestination,
    endPayoutDestination: withDestination,
  };
}
