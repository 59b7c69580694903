import { listPasskeys, type Passkey } from "@rokad/contract/passkeys";
import { KeyRound } from "lucide-react";
import { lazy, Suspense, useState } from "react";
import { t } from "../language.ts";
import { messageOf } from "../api/api-error.ts";
import { canUsePasskeys } from "../api/passkey-browser.ts";
import { useApi } from "../api/use-api.ts";
import { currentViewing } from "../api/viewing.ts";
import { Button } from "../ui/button.tsx";
import { Card, CardHeader } from "../ui/card.tsx";
import { DataTable } from "../ui/data-table.tsx";
import { SignatureHost } from "../common/signing/signature-host.tsx";
import { EmptyState } from "../ui/empty-state.tsx";
import { ErrorPanel } from "../ui/error-panel.tsx";
import { passkeyColumns } from "./passkey-columns.tsx";

const AddPasskeyDialog = lazy(async () => ({
  default: (await import("./add-passkey-dialog.tsx")).AddPasskeyDialog,
}));
const RenamePasskeyDialog = lazy(async () => ({
  default: (await import("./rename-passkey-dialog.tsx")).RenamePasskeyDialog,
}));
const RemovePasskeyDialog = lazy(async () => ({
  default: (await import("./remove-passkey-dialog.tsx")).RemovePasskeyDialog,
}));

type Open =
  | { readonly kind: "add" }
  | { readonly kind: "rename" | "remove"; readonly passkey: Passkey };

/** The person's passkeys: added, renamed and removed here. A code always works beside them. */
export function PasskeysCard() {
  const { data, error, isValidating, mutate } = useApi(listPasskeys, {});
  const [dialog, setDialog] = useState<Open>();
  const [isOpen, setIsOpen] = useState(false);
  const passkeys = data?.data.passkeys;
  const problem = data && describeProblem(data.data.can_add);
  const canAdd = data !== undefined && problem === undefined && !currentViewing();

  function open(what: Open) {
    setDialog(what);
    setIsOpen(true);
  }
  const shared = {
    open: isOpen,
    onClose: () => setIsOpen(false),
    onDone: () => void mutate(),
  };
  const addButton = canAdd && (
    <Button variant="secondary" onClick={() => open({ kind: "add" })}>
      {t`Add passkey`}
    </Button>
  );

  return (
    <Card>
      <CardHeader
        ruled
        title={t`Passkeys`}
        description={t`Sign in and confirm with your fingerprint, face or screen lock. Codes keep working.`}
        action={passkeys && passkeys.length > 0 && addButton}
      />
      {!passkeys && error ? (
        <ErrorPanel
          message={t`Failed to load passkeys`}
          detail={messageOf(error)}
          onRetry={() => void mutate()}
          busy={isValidating}
        />
      ) : (
        <DataTable
          caption={t`Your passkeys, the newest first`}
          columns={passkeyColumns({
            onRename: (passkey) => open({ kind: "rename", passkey }),
            onRemove: (passkey) => open({ kind: "remove", passkey }),
          })}
          rows={passkeys}
          rowKey={({ id }) => id}
          skeletonRows={2}
          empty={
            <EmptyState
              icon={<KeyRound />}
              title={t`No passkeys`}
              description={
                problem ?? t`Add one to sign in and confirm without waiting for a text message.`
              }
              action={addButton}
            />
          }
        />
      )}
      {problem !== undefined && passkeys && passkeys.length > 0 && (
        <p className="border-t border-line px-5 py-3 text-dense text-muted">{problem}</p>
      )}
      <SignatureHost />
      <Suspense>
        {dialog?.kind === "add" && (
          <AddPasskeyDialog {...shared} onClosed={() => setDialog(undefined)} />
        )}
        {dialog?.kind === "rename" && (
          <RenamePasskeyDialog key={dialog.passkey.id} passkey={dialog.passkey} {...shared} />
        )}
        {dialog?.kind === "remove" && <RemovePasskeyDialog passkey={dialog.passkey} {...shared} />}
      </Suspense>
    </Card>
  );
}

/** Why no passkey can be added here; undefined if one can. */
function describeProblem(canAdd: boolean): string | undefined {
  if (!canAdd) return t`Passkeys are not set up for this installation. Use an OTP.`;
  return canUsePasskeys()
    ? undefined
    : t`This browser can't use passkeys. Open the console over HTTPS in a current browser.`;
}
