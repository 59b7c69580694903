const storageName = "signed-out";

/** Why the sign-in page is open, with the idle limit in minutes where it was that. */
export interface SignOutReason {
  readonly code: string;
  readonly minutes?: number | undefined;
}

/** For every tab, and read before the tokens are removed, which the tabs listen for. */
export function saveSignOutReason(reason: SignOutReason): void {
  localStorage.setItem(storageName, JSON.stringify(reason));
}

export function readSignOutReason(): SignOutReason | null {
  try {
    return JSON.parse(localStorage.getItem(storageName) ?? "null") as SignOutReason | null;
  } catch {
    return null;
  }
}

export function clearSignOutReason(): void {
  localStorage.removeItem(storageName);
}
