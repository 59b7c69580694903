/** The result of one check. */
export interface Finding {
  /** What was checked, such as "Clock". */
  readonly check: string;
  readonly is_ok: boolean;
  /** What was found. */
  readonly detail: string;
  /** What to do; null when nothing must be corrected. */
  readonly remedy: string | null;
}

export function good(check: string, detail: string): Finding {
  return { check, is_ok: true, detail, remedy: null };
}

export function bad(check: string, detail: string, remedy: string): Finding {
  return { check, is_ok: false, detail, remedy };
}

/** The findings of a check; one that fails itself is a finding too. */
export async function findingsOf(
  check: string,
  examine: () => Promise<readonly Finding[]>,
): Promise<readonly Finding[]> {
  try {
    return await examine();
  } catch (error) {
    const reason = error instanceof Error ? error.message : "an unknown error";
    return [bad(check, reason, "Read the message; the check itself could not be done")];
  }
}
