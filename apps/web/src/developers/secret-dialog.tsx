import { Check, Copy } from "lucide-react";
import { useState } from "react";
import { t } from "../language.ts";
import { Button } from "../ui/button.tsx";
import { copyText } from "../ui/copy-text.ts";
import { Dialog, DialogBody, DialogFooter } from "../ui/dialog.tsx";
import { Notice } from "../ui/notice.tsx";
import { toast } from "../ui/toast.ts";

interface SecretDialogProps {
  name: string;
  secret: string;
  /** What someone who has it can do. */
  warning?: string;
  open: boolean;
  onClose: () => void;
  onClosed: () => void;
}

/** Shows a secret, which nobody can read again. Only its own buttons close it. */
export function SecretDialog(props: SecretDialogProps) {
  const { name, secret, warning = ofKeys, open, onClose, onClosed } = props;
  const [isCopied, setIsCopied] = useState(false);

  async function copy() {
    if (await copyText(secret)) {
      setIsCopied(true);
      toast.success(t`Secret copied to clipboard`);
    } else toast.error(t`This browser does not allow copying`);
  }

  const Icon = isCopied ? Check : Copy;
  return (
    <Dialog
      open={open}
      onOpenChange={(next) => !next && onClose()}
      onClosed={onClosed}
      closable={false}
      outsideCloses={false}
      title={<span className="break-words">{t`Secret of ${name}`}</span>}
      description={t`Store it in your program's secrets now. It is never shown again.`}
    >
      <DialogBody className="grid gap-4">
        <p
          aria-label={t`Secret`}
          className="rounded-card border border-line bg-sunken p-3.5 font-mono text-sm break-all"
        >
          {secret}
        </p>
        <Notice tone="warn" title={t`Not in code, e-mails or chats`}>
          {warning}
        </Notice>
      </DialogBody>
      <DialogFooter>
        <Button variant="secondary" onClick={onClose}>
          {t`Done`}
        </Button>
        <Button icon={<Icon />} onClick={() => void copy()}>
          {isCopied ? t`Copied` : t`Copy Secret`}
        </Button>
      </DialogFooter>
    </Dialog>
  );
}

const ofKeys = t`Anyone who has it can do what the key may do. If it leaks, revoke the key here.`;
