import type { DoctorFinding } from "@rokad/contract/doctor";
import { ConfigError } from "../../kernel/config-error.ts";
import { redactSecrets } from "../../kernel/redact-secrets.ts";

export function good(check: string, detail: string): DoctorFinding {
  return { check, is_ok: true, detail, remedy: null };
}

export function bad(check: string, detail: string, remedy: string): DoctorFinding {
  return { check, is_ok: false, detail, remedy };
}

/** The findings of a check; one that fails itself is a finding too. */
export async function findingsOf(
  check: string,
  examine: () => Promise<readonly DoctorFinding[]>,
): Promise<readonly DoctorFinding[]> {
  try {
    return await examine();
  } catch (error) {
    return [bad(check, reasonOf(error), "Read the message; the check itself could not be done")];
  }
}

function reasonOf(error: unknown): string {
  // Its texts name settings, and never their values.
  if (error instanceof ConfigError) return error.message;
  return error instanceof Error ? redactSecrets(error.message) : "an unknown error";
}
