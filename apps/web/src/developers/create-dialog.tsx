import { apiKeyForm, createApiKey, listApiKeys } from "@rokad/contract/api-keys";
import { scopes as allScopes, scopeSentences, type Scope } from "@rokad/contract/scopes";
import { useState } from "react";
import { translateText } from "../answers.ts";
import { t } from "../language.ts";
import { ApiError, messageOf } from "../api/api-error.ts";
import { send } from "../api/client.ts";
import { may, useUser } from "../api/session.ts";
import { refreshApi } from "../api/use-api.ts";
import { Button } from "../ui/button.tsx";
import { CheckboxCards } from "../ui/checkbox-cards.tsx";
import { Dialog, DialogBody, DialogFooter } from "../ui/dialog.tsx";
import { Field } from "../ui/field.tsx";
import { Notice } from "../ui/notice.tsx";
import { Select } from "../ui/select.tsx";
import { TextInput } from "../ui/text-input.tsx";
import { accessOf, messagesOf, type AccessDraft } from "./access-draft.ts";
import { AccessFields } from "./access-fields.tsx";
import type { KeyDialogFrame } from "./dialog-frame.ts";
import { SecretDialog } from "./secret-dialog.tsx";

const scopeOptions = allScopes.map((scope) => ({
  value: scope,
  label: scope,
  description: translateText(scopeSentences[scope]),
}));

const lives = [
  { value: "90", label: t`90 days` },
  { value: "365", label: t`1 year` },
  { value: "30", label: t`30 days` },
  { value: "never", label: t`No end` },
] as const;
type Life = (typeof lives)[number]["value"];

/** Creates a key, and then shows its secret once. */
export function CreateDialog({ open, onClose, onClosed, yourAddress }: KeyDialogFrame) {
  const canSign = may(useUser(), "pay");
  const [name, setName] = useState("");
  const [scopes, setScopes] = useState<readonly Scope[]>([]);
  const [life, setLife] = useState<Life>("90");
  const [draft, setDraft] = useState<AccessDraft>({
    networks: "",
    perPayout: undefined,
    perDay: undefined,
  });
  const [errors, setErrors] = useState<Readonly<Record<string, string>>>({});
  const [error, setError] = useState<string>();
  const [busy, setBusy] = useState(false);
  const [secret, setSecret] = useState<string>();
  const sends = scopes.includes("payouts:send");

  async function create() {
    const body = {
      name,
      scopes: [...scopes],
      expires_in_days: life === "never" ? null : Number(life),
      ...accessOf(draft, sends && canSign),
    };
    const invalid = messagesOf(apiKeyForm.safeParse(body).error?.issues ?? []);
    if (sends && canSign && body.networks.length === 0)
      invalid["networks"] ??= t`A key that sends payouts needs a list of addresses`;
    setErrors(invalid);
    setError(undefined);
    if (Object.keys(invalid).length > 0) return;
    setBusy(true);
    try {
      const { data } = await send(createApiKey, { body });
      setSecret(data.secret);
      await refreshApi(listApiKeys);
    } catch (failure) {
      if (failure instanceof ApiError) setErrors(failure.fields);
      setError(messageOf(failure, t`We could not reach the server. Check the list of keys.`));
    } finally {
      setBusy(false);
    }
  }

  if (secret !== undefined) {
    return (
      <SecretDialog name={name} secret={secret} open={open} onClose={onClose} onClosed={onClosed} />
    );
  }
  return (
    <Dialog
      open={open}
      onOpenChange={(next) => !next && onClose()}
      onClosed={onClosed}
      outsideCloses={false}
      closable={!busy}
      size="lg"
      title={t`Create API key`}
      description={t`For one program. Give it only what that program does.`}
    >
      <form
        noValidate
        className="contents"
        onSubmit={(event) => {
          event.preventDefault();
          void create();
        }}
      >
        <DialogBody className="grid gap-4">
          <div className="grid items-start gap-4 sm:grid-cols-2">
            <Field
              label={t`Name`}
              required
              error={errors["name"]}
              hint={t`The program that uses it`}
            >
              <TextInput
                autoComplete="off"
                value={name}
                onChange={({ target }) => setName(target.value)}
              />
            </Field>
            <Field label={t`Valid for`} error={errors["expires_in_days"]}>
              <Select options={lives} value={life} onValueChange={setLife} />
            </Field>
          </div>
          <CheckboxCards
            legend={t`What it may do`}
            options={scopeOptions}
            value={scopes}
            onValueChange={setScopes}
            note={errors["scopes"] ?? false}
          />
          {sends && !canSign && (
            <Notice tone="warn" title={t`Sends nothing until an owner signs its limits`}>
              {t`An owner sets addresses and limits here under Limits.`}
            </Notice>
          )}
          <AccessFields
            draft={draft}
            onDraft={(next) => {
              setDraft(next);
              setErrors({});
            }}
            errors={errors}
            yourAddress={yourAddress}
            sends={sends}
            canSign={canSign}
          />
          {error !== undefined && <Notice tone="bad" title={error} />}
        </DialogBody>
        <DialogFooter>
          <Button variant="secondary" disabled={busy} onClick={onClose}>
            {t`Cancel`}
          </Button>
          <Button type="submit" busy={busy} busyLabel={t`Creating...`}>
            {t`Sign and Create`}
          </Button>
        </DialogFooter>
      </form>
    </Dialog>
  );
}
