import type { Answer } from "@rokad/contract/call";
import { followSimulatedCredit } from "@rokad/contract/sandbox";
import { Link } from "@tanstack/react-router";
import type { RefCallback } from "react";
import { t } from "../../language.ts";
import { messageOf } from "../../api/api-error.ts";
import { useApi } from "../../api/use-api.ts";
import { paths, superAdminPaths } from "../../paths.ts";
import { Button, buttonClass } from "../../ui/button.tsx";
import { DialogBody, DialogFooter } from "../../ui/dialog.tsx";
import { Notice } from "../../ui/notice.tsx";
import { Spinner } from "../../ui/spinner.tsx";

/** The worker processes it within a second or two. */
const pollSeconds = 1;

type Credit = Answer<typeof followSimulatedCredit>["data"];

interface SimulatedTransferProps {
  utr: string;
  isSuperAdmin: boolean;
  /** The ref of the first control: it stays in every state. */
  first: RefCallback<HTMLElement>;
  onAgain: () => void;
  onClose: () => void;
}

/** A simulated transfer's result: credited, or in suspense with the reason, and a link. */
export function SimulatedTransfer(props: SimulatedTransferProps) {
  const { utr, isSuperAdmin, first, onAgain, onClose } = props;
  const { data, error } = useApi(
    followSimulatedCredit,
    { params: { utr } },
    { pollSeconds, onFocus: false },
  );
  const { state, why: reason } = data?.data ?? { state: "arriving", why: null };
  return (
    <>
      <DialogBody className="grid gap-3">
        <div role="status">
          {error && !data ? (
            <Notice tone="warn" title={t`Status unknown`}>
              {messageOf(error, t`The server did not respond. Retrying.`)}
            </Notice>
          ) : (
            <Outcome state={state} reason={reason} isSuperAdmin={isSuperAdmin} />
          )}
        </div>
        <p className="text-dense text-muted">
          UTR <span className="font-medium text-text tabular-nums">{utr}</span>
        </p>
      </DialogBody>
      <DialogFooter>
        <Button ref={first} variant="secondary" onClick={onAgain}>
          {t`Send another`}
        </Button>
        <ResultLink state={state} utr={utr} isSuperAdmin={isSuperAdmin} onClose={onClose} />
      </DialogFooter>
    </>
  );
}

interface OutcomeProps {
  state: Credit["state"];
  reason: string | null;
  isSuperAdmin: boolean;
}

function Outcome({ state, reason, isSuperAdmin }: OutcomeProps) {
  const wallet = isSuperAdmin ? t`the tenant’s wallet` : t`your wallet`;
  if (state === "credited") {
    return (
      <Notice tone="good" title={t`Credited to ${wallet}`}>
        {t`It appears as a completed deposit.`}
      </Notice>
    );
  }
  if (state === "suspense") {
    return (
      <Notice tone="warn" title={t`Waiting in suspense`}>
        {reason}.{" "}
        {isSuperAdmin ? t`Decide whose money it is.` : t`A super admin decides whose money it is.`}
      </Notice>
    );
  }
  if (state === "decided") {
    return <Notice title={t`A super admin resolved it in suspense`} />;
  }
  return (
    <Notice icon={<Spinner />} title={t`In transit`}>
      {t`The sandbox bank reports it within a few seconds.`}
    </Notice>
  );
}

interface ResultLinkProps {
  state: Credit["state"];
  utr: string;
  isSuperAdmin: boolean;
  onClose: () => void;
}

/** Links to the deposit or to suspense, which a tenant does not see. */
function ResultLink({ state, utr, isSuperAdmin, onClose }: ResultLinkProps) {
  const linkProps = { onClick: onClose, className: buttonClass() };
  if (state === "credited") {
    return isSuperAdmin ? (
      <Link to={superAdminPaths.deposits} search={{ status: "completed", utr }} {...linkProps}>
        {t`Show the deposit`}
      </Link>
    ) : (
      <Link to={paths.deposits} search={{ utr }} {...linkProps}>
        {t`Show the deposit`}
      </Link>
    );
  }
  if (state === "suspense" && isSuperAdmin) {
    return (
      <Link to={superAdminPaths.suspense} {...linkProps}>
        {t`Open Suspense`}
      </Link>
    );
  }
  return <Button onClick={onClose}>{t`Close`}</Button>;
}
