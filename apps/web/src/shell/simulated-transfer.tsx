import type { Answer } from "@rokad/contract/call";
import { followSimulatedCredit } from "@rokad/contract/sandbox";
import { Link } from "@tanstack/react-router";
import type { RefCallback } from "react";
import { messageOf } from "../api/api-error.ts";
import { useApi } from "../api/use-api.ts";
import { paths, superAdminPaths } from "../paths.ts";
import { Button, buttonClass } from "../ui/button.tsx";
import { DialogBody, DialogFooter } from "../ui/dialog.tsx";
import { Notice } from "../ui/notice.tsx";
import { Spinner } from "../ui/spinner.tsx";

/** The worker hears of it within a second or two. */
const pollSeconds = 1;

type Credit = Answer<typeof followSimulatedCredit>["data"];

interface SimulatedTransferProps {
  utr: string;
  isSuperAdmin: boolean;
  /** What has the focus first: it stays, whatever becomes of the transfer. */
  first: RefCallback<HTMLElement>;
  onAgain: () => void;
  onClose: () => void;
}

/** What became of a transfer: credited, or in suspense and why, with the way there. */
export function SimulatedTransfer(props: SimulatedTransferProps) {
  const { utr, isSuperAdmin, first, onAgain, onClose } = props;
  const { data, error } = useApi(
    followSimulatedCredit,
    { params: { utr } },
    { pollSeconds, onFocus: false },
  );
  const { state, why } = data?.data ?? { state: "arriving", why: null };
  return (
    <>
      <DialogBody className="grid gap-3">
        <div role="status">
          {error && !data ? (
            <Notice tone="warn" title="We can’t say what became of it">
              {messageOf(error, "The server does not answer; it is asked again.")}
            </Notice>
          ) : (
            <Outcome state={state} why={why} isSuperAdmin={isSuperAdmin} />
          )}
        </div>
        <p className="text-dense text-muted">
          UTR <span className="font-medium text-text tabular-nums">{utr}</span>
        </p>
      </DialogBody>
      <DialogFooter>
        <Button ref={first} variant="secondary" onClick={onAgain}>
          Send another
        </Button>
        <Way state={state} utr={utr} isSuperAdmin={isSuperAdmin} onClose={onClose} />
      </DialogFooter>
    </>
  );
}

interface OutcomeProps {
  state: Credit["state"];
  why: string | null;
  isSuperAdmin: boolean;
}

function Outcome({ state, why, isSuperAdmin }: OutcomeProps) {
  const wallet = isSuperAdmin ? "the tenant’s wallet" : "your wallet";
  if (state === "credited") {
    return (
      <Notice tone="good" title={`Credited to ${wallet}`}>
        As a completed deposit, by itself.
      </Notice>
    );
  }
  if (state === "suspense") {
    return (
      <Notice tone="warn" title="Waiting in suspense">
        {why}.{" "}
        {isSuperAdmin ? "Decide whose money it is." : "A super admin decides whose money it is."}
      </Notice>
    );
  }
  if (state === "decided") {
    return <Notice title="It was in suspense, and a super admin has decided about it" />;
  }
  return (
    <Notice icon={<Spinner />} title="On its way">
      The sandbox bank tells of it within a few seconds.
    </Notice>
  );
}

interface WayProps {
  state: Credit["state"];
  utr: string;
  isSuperAdmin: boolean;
  onClose: () => void;
}

/** To where it is seen; a tenant sees nothing of suspense. */
function Way({ state, utr, isSuperAdmin, onClose }: WayProps) {
  const look = { onClick: onClose, className: buttonClass() };
  if (state === "credited") {
    return isSuperAdmin ? (
      <Link to={superAdminPaths.deposits} search={{ status: "completed", utr }} {...look}>
        Show the deposit
      </Link>
    ) : (
      <Link to={paths.deposits} search={{ utr }} {...look}>
        Show the deposit
      </Link>
    );
  }
  if (state === "suspense" && isSuperAdmin) {
    return (
      <Link to={superAdminPaths.suspense} {...look}>
        Open Suspense
      </Link>
    );
  }
  return <Button onClick={onClose}>Close</Button>;
}
