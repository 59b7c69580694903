import { Notice } from "../../ui/notice.tsx";

/** The warning while nobody else can confirm what guards money. */
export function AloneNotice() {
  return (
    <Notice tone="warn" title="Nobody else checks your changes">
      You are the only active super admin. Changes of fees, limits, accounts, providers and
      credentials take effect at once. Add a second super admin, so that each needs two people.
    </Notice>
  );
}
