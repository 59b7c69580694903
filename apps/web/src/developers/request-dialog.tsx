import type { ApiRequest } from "@rokad/contract/api-requests";
import { errorCodes, isErrorCode } from "@rokad/contract/error-codes";
import { t } from "../language.ts";
import { Badge } from "../ui/badge.tsx";
import { Button } from "../ui/button.tsx";
import { Copyable } from "../ui/copyable.tsx";
import { Details } from "../ui/details.tsx";
import { Dialog, DialogBody, DialogFooter } from "../ui/dialog.tsx";
import { Notice } from "../ui/notice.tsx";
import { formatMicroseconds, formatSecond, toneOf } from "./request-text.ts";

interface RequestDialogProps {
  request: ApiRequest;
  open: boolean;
  onClose: () => void;
  /** Runs after the closing animation. */
  onClosed: () => void;
  onShowCall: () => void;
}

/** All that the log has of a request, and what its error means. */
export function RequestDialog(props: RequestDialogProps) {
  const { request, open, onClose, onClosed, onShowCall } = props;
  const { error_code: code } = request;
  return (
    <Dialog
      open={open}
      onOpenChange={(next) => !next && onClose()}
      onClosed={onClosed}
      title={t`Request`}
      description={
        <span className="font-mono text-dense break-all">
          {request.method} {request.path}
        </span>
      }
    >
      <DialogBody className="grid content-start gap-4">
        {code !== null && (
          <Notice tone={request.status >= 500 ? "bad" : "warn"} title={code}>
            {isErrorCode(code) && <p>{errorCodes[code][1].replaceAll("`", "")}</p>}
            <p className="mt-1">
              {t`What to do, for each error: ${<span className="font-mono text-xs break-all">{"docs/integrate/errors.md"}</span>}, also in the package of`}{" "}
              <span className="font-mono text-xs">{"@rokad/sdk"}</span>
            </p>
          </Notice>
        )}
        <Details
          of={[
            { label: t`Status`, value: <Badge tone={toneOf(request)}>{request.status}</Badge> },
            { label: t`Call`, value: <span className="font-mono">{request.call}</span> },
            { label: t`Key`, value: request.key.name },
            { label: t`Arrived`, value: formatSecond(request.at) },
            { label: t`Duration`, value: formatMicroseconds(request.duration_us) },
            { label: t`From`, value: <span className="break-all">{request.address}</span> },
            {
              label: t`Request ID`,
              value: (
                <Copyable
                  value={request.request_id}
                  label={t`Request ID`}
                  className="max-w-full font-mono text-xs"
                />
              ),
            },
          ]}
        />
      </DialogBody>
      <DialogFooter>
        <Button
          variant="secondary"
          onClick={() => {
            onShowCall();
            onClose();
          }}
        >
          {t`Show this call only`}
        </Button>
      </DialogFooter>
    </Dialog>
  );
}
