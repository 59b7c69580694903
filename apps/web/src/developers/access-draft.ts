import type { ApiKey } from "@rokad/contract/api-key";

/** What a person types about addresses and limits. */
export interface AccessDraft {
  readonly networks: string;
  readonly perPayout: number | undefined;
  readonly perDay: number | undefined;
}

/** The lines of a list, without blank ones. */
export function addressesOf(text: string): string[] {
  return text.split(/[\s,]+/).filter(Boolean);
}

/** As the call takes it. NaN is no amount: the contract's message for it follows. */
export function accessOf(draft: AccessDraft, hasLimits: boolean) {
  const { perPayout = Number.NaN, perDay = Number.NaN } = draft;
  return {
    networks: addressesOf(draft.networks),
    limits: hasLimits ? { per_payout: perPayout, per_day: perDay } : null,
  };
}

/** As `accessOf`. A key without limits stays so while both amounts are blank: it sends nothing. */
export function changedAccessOf(draft: AccessDraft, key: Pick<ApiKey, "scopes" | "limits">) {
  const isBlank = draft.perPayout === undefined && draft.perDay === undefined;
  const signsLimits = key.scopes.includes("payouts:send") && !(key.limits === null && isBlank);
  return accessOf(draft, signsLimits);
}

/** The first message of each field; those of single addresses stand at the list. */
export function messagesOf(
  issues: readonly { readonly path: readonly PropertyKey[]; readonly message: string }[],
): Record<string, string> {
  const messages: Record<string, string> = {};
  for (const { path, message } of issues) {
    const field = path[0] === "networks" ? "networks" : path.map(String).join(".");
    messages[field] ??= message;
  }
  return messages;
}
