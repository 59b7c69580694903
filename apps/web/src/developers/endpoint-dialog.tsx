import { eventTypeNames, eventTypes, type EventTypeName } from "@rokad/contract/event-types";
import {
  changeWebhookEndpoint,
  createWebhookEndpoint,
  listWebhookEndpoints,
  webhookEndpointForm,
  type WebhookEndpoint,
} from "@rokad/contract/webhook-endpoints";
import { useState } from "react";
import { translateText } from "../answers.ts";
import { t } from "../language.ts";
import { ApiError, messageOf } from "../api/api-error.ts";
import { send } from "../api/client.ts";
import { refreshApi } from "../api/use-api.ts";
import { Button } from "../ui/button.tsx";
import { CheckboxCards } from "../ui/checkbox-cards.tsx";
import { Dialog, DialogBody, DialogFooter } from "../ui/dialog.tsx";
import { Field } from "../ui/field.tsx";
import { Notice } from "../ui/notice.tsx";
import { Select } from "../ui/select.tsx";
import { TextInput } from "../ui/text-input.tsx";
import { toast } from "../ui/toast.ts";
import { messagesOf } from "./access-draft.ts";
import { SecretDialog } from "./secret-dialog.tsx";
import type { WebhookDialogFrame } from "./webhook-act.ts";

const typeOptions = eventTypeNames
  .filter((type) => type !== "webhook.test")
  .map((type) => ({
    value: type,
    label: type,
    description: translateText(eventTypes[type].sentence),
  }));

const choices = [
  { value: "all", label: t`All events, also new types` },
  { value: "some", label: t`Only these events` },
] as const;

const states = [
  { value: "on", label: t`Active` },
  { value: "off", label: t`Disabled` },
] as const;

/** Adds an endpoint and then shows its secret once, or changes one. */
export function EndpointDialog(props: WebhookDialogFrame & { endpoint?: WebhookEndpoint }) {
  const { endpoint, open, onClose, onClosed } = props;
  const [url, setUrl] = useState(endpoint?.url ?? "");
  const [description, setDescription] = useState(endpoint?.description ?? "");
  const [choice, setChoice] = useState<"all" | "some">(endpoint?.types.length ? "some" : "all");
  const [types, setTypes] = useState(
    eventTypeNames.filter((type) => endpoint?.types.includes(type)),
  );
  const [state, setState] = useState<"on" | "off">(endpoint?.is_active === false ? "off" : "on");
  const [errors, setErrors] = useState<Readonly<Record<string, string>>>({});
  const [error, setError] = useState<string>();
  const [busy, setBusy] = useState(false);
  const [secret, setSecret] = useState<string>();

  async function save() {
    const chosen: EventTypeName[] = choice === "all" ? [] : types;
    const body = { url, description, types: chosen };
    const invalid = messagesOf(webhookEndpointForm.safeParse(body).error?.issues ?? []);
    if (choice === "some" && chosen.length === 0) invalid["types"] = t`Choose at least one event`;
    setErrors(invalid);
    setError(undefined);
    if (Object.keys(invalid).length > 0) return;
    setBusy(true);
    try {
      if (endpoint) {
        const { message } = await send(changeWebhookEndpoint, {
          params: { id: endpoint.id },
          body: { ...body, is_active: state === "on" },
        });
        toast.success(message);
        onClose();
      } else setSecret((await send(createWebhookEndpoint, { body })).data.secret);
      await refreshApi(listWebhookEndpoints);
    } catch (failure) {
      if (failure instanceof ApiError) setErrors(failure.fields);
      setError(messageOf(failure, t`We could not reach the server. Check the list of endpoints.`));
    } finally {
      setBusy(false);
    }
  }

  if (secret !== undefined) {
    return (
      <SecretDialog
        name={t`the endpoint`}
        secret={secret}
        warning={t`Anyone who has it can forge events. If it leaks, create a new one here.`}
        open={open}
        onClose={onClose}
        onClosed={onClosed}
      />
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
      title={endpoint ? t`Edit endpoint` : t`Add endpoint`}
      description={t`Events are sent from now on, signed with a secret of this endpoint.`}
    >
      <form
        noValidate
        className="contents"
        onSubmit={(event) => {
          event.preventDefault();
          void save();
        }}
      >
        <DialogBody className="grid gap-4">
          <Field label={t`Address`} required error={errors["url"]} hint={t`Public, and with https`}>
            <TextInput
              type="url"
              inputMode="url"
              autoComplete="off"
              placeholder="https://example.in/rokad"
              value={url}
              onChange={({ target }) => setUrl(target.value)}
            />
          </Field>
          <Field label={t`Description`} error={errors["description"]} hint={t`What it is for`}>
            <TextInput
              autoComplete="off"
              value={description}
              onChange={({ target }) => setDescription(target.value)}
            />
          </Field>
          {endpoint && (
            <Field
              label={t`Status`}
              hint={
                !endpoint.is_active && state === "on"
                  ? t`Earlier events: send them again under Deliveries`
                  : undefined
              }
            >
              <Select options={states} value={state} onValueChange={setState} />
            </Field>
          )}
          <Field label={t`Events`} error={errors["types"]}>
            <Select options={choices} value={choice} onValueChange={setChoice} />
          </Field>
          {choice === "some" && (
            <CheckboxCards
              legend={t`Which events`}
              options={typeOptions}
              value={types}
              onValueChange={setTypes}
            />
          )}
          {error !== undefined && <Notice tone="bad" title={error} />}
        </DialogBody>
        <DialogFooter>
          <Button variant="secondary" disabled={busy} onClick={onClose}>
            {t`Cancel`}
          </Button>
          <Button type="submit" busy={busy} busyLabel={t`Saving...`}>
            {endpoint ? t`Save` : t`Add Endpoint`}
          </Button>
        </DialogFooter>
      </form>
    </Dialog>
  );
}
