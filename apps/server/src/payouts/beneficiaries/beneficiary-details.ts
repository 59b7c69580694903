import {
  beneficiaryDetailNames,
  beneficiaryDetailRules,
  type BeneficiaryDetailName,
} from "@rokad/contract/beneficiary-form";
import * as z from "zod/mini";
import { decrypt, encrypt } from "../../database/encryption/encrypt.ts";

/** The encrypted fields of a beneficiary that were filled in. */
export type BeneficiaryDetails = Readonly<Partial<Record<BeneficiaryDetailName, string>>>;

type DetailInputs = Readonly<Partial<Record<BeneficiaryDetailName, string | undefined>>>;

const stored = z.partialRecord(z.enum(beneficiaryDetailNames), z.string());

/** The fields as they are stored: trimmed, GSTIN and PAN in capitals, blank ones left out. */
export function detailsOf(form: DetailInputs): BeneficiaryDetails {
  return Object.fromEntries(
    beneficiaryDetailNames.flatMap((name) => {
      const value = form[name];
      return value ? [[name, beneficiaryDetailRules[name].parse(value)]] : [];
    }),
  );
}

/** @returns null without any field. */
export function encryptDetails(id: string, details: BeneficiaryDetails): Buffer | null {
  if (Object.keys(details).length === 0) return null;
  return encrypt("beneficiary details", id, JSON.stringify(details));
}

export function decryptDetails(row: {
  id: string;
  details_encrypted: Buffer | null;
}): BeneficiaryDetails {
  if (row.details_encrypted === null) return {};
  return stored.parse(JSON.parse(decrypt("beneficiary details", row.id, row.details_encrypted)));
}

/** The names of the fields in which two beneficiaries differ. The audit log has no values of them. */
export function changedDetails(
  before: BeneficiaryDetails,
  after: BeneficiaryDetails,
): BeneficiaryDetailName[] {
  return beneficiaryDetailNames.filter((name) => before[name] !== after[name]);
}
