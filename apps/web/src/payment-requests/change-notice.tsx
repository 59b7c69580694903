import type { PaymentRequestDetail } from "@rokad/contract/payment-requests";
import { useState } from "react";
import { t } from "../language.ts";
import { ValueChange } from "../common/proposals/value-change.tsx";
import { Button } from "../ui/button.tsx";
import { Notice } from "../ui/notice.tsx";
import { describeChanges } from "./describe-changes.ts";

/** What the person saw last of each request, until the tab is reloaded. */
const lastSeen = new Map<string, PaymentRequestDetail>();

/**
 * What changed since the person looked at the request: an edit may arrive while they read, and what
 * they then approve is the new content.
 */
export function ChangeNotice({ request }: { request: PaymentRequestDetail }) {
  const [seen, setSeen] = useState(() => {
    const last = lastSeen.get(request.id) ?? request;
    lastSeen.set(request.id, last);
    return last;
  });
  if (seen.content_hash === request.content_hash) return null;
  const changes = describeChanges(seen, request);
  return (
    <div role="alert">
      <Notice
        tone="warn"
        title={t`This request changed since you looked at it`}
        action={
          <Button
            variant="secondary"
            size="sm"
            onClick={() => {
              lastSeen.set(request.id, request);
              setSeen(request);
            }}
          >
            {t`I have seen it`}
          </Button>
        }
      >
        <p>{t`Earlier approvals are void.`}</p>
        {changes.length > 0 && (
          <ul className="mt-2 grid gap-2 text-text">
            {changes.map((change) => (
              <ValueChange key={change.name} {...change} />
            ))}
          </ul>
        )}
      </Notice>
    </div>
  );
}
