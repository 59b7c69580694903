import { t } from "../../language.ts";
import { currentViewing } from "../../api/viewing.ts";

/** The state of a button that downloads: off, with the reason, in a super admin's view of a tenant. */
export function downloadState(disabled = false): { disabled: boolean; title: string | undefined } {
  if (!currentViewing()) return { disabled, title: undefined };
  return { disabled: true, title: t`You are viewing this account read-only` };
}
