import { declineFirstInvitation, ownNameForm } from "@rokad/contract/own-invitations";
import type { OwnInvitation } from "@rokad/contract/sign-in";
import { useRouter } from "@tanstack/react-router";
import { useState } from "react";
import { t } from "../language.ts";
import { ApiError, messageOf } from "../api/api-error.ts";
import { joinWithToken } from "../api/bound-session.ts";
import { send } from "../api/client.ts";
import { branding } from "../branding.ts";
import { InvitationCard, type InvitationChoice } from "../common/people/invitation-card.tsx";
import { paths } from "../paths.ts";
import { Button } from "../ui/button.tsx";
import { Field } from "../ui/field.tsx";
import { TextInput } from "../ui/text-input.tsx";
import { toast } from "../ui/toast.ts";
import { enter } from "./enter.ts";
import { clearInvited, readInvited, saveInvited } from "./invited.ts";

const texts = {
  open: {
    title: t`You are invited`,
    line: t`Join only businesses that you know. You can leave again at any time.`,
    leave: t`Sign in with another number`,
  },
  none: {
    title: t`No invitation left`,
    line: t`You belong to no business on ${branding.product}. Ask for a new invitation.`,
    leave: t`Sign in with another number`,
  },
  expired: {
    title: t`Sign in again`,
    line: t`Your sign-in has expired, so your choice was not saved.`,
    leave: t`Sign in again`,
  },
} as const;

const focus = (button: HTMLButtonElement | null) => button?.focus();

/** In place of the sign-in, for who signed in without a business: their invitations. */
export function Invitations() {
  const [{ invitation_token: token, invitations }, setInvited] = useState(readInvited);
  const [name, setName] = useState(invitations[0]?.name ?? "");
  const [nameError, setNameError] = useState<string>();
  const [busy, setBusy] = useState<{ id: string; choice: InvitationChoice }>();
  const [isExpired, setIsExpired] = useState(false);
  const state = isExpired ? "expired" : invitations.length > 0 ? "open" : "none";
  const router = useRouter();

  async function choose({ id }: OwnInvitation, choice: InvitationChoice) {
    const parsed = ownNameForm.safeParse({ name });
    setNameError(parsed.success ? undefined : parsed.error.issues[0]?.message);
    if (choice === "join" && !parsed.success) return;
    setBusy({ id, choice });
    const body = { invitation_id: id, invitation_token: token };
    try {
      if (choice === "join") {
        const session = await joinWithToken({ ...body, name: parsed.data?.name });
        clearInvited();
        enter(session, router.history);
        return;
      }
      const { data } = await send(declineFirstInvitation, { body });
      keep(data.invitations);
    } catch (error) {
      const code = error instanceof ApiError ? error.code : undefined;
      if (code === "NOT_SIGNED_IN") {
        // A reload opens the sign-in too.
        clearInvited();
        setIsExpired(true);
      } else toast.error(messageOf(error, t`Could not send your choice. Please try again.`));
      if (code === "INVITATION_CLOSED") keep(invitations.filter((each) => each.id !== id));
    }
    setBusy(undefined);
  }

  function keep(left: readonly OwnInvitation[]) {
    const next = { invitation_token: token, invitations: left };
    saveInvited(next);
    setInvited(next);
  }

  function leave() {
    clearInvited();
    location.assign(paths.signIn);
  }

  return (
    <>
      <div aria-live="polite">
        <h1 className="text-[26px] leading-8 font-semibold tracking-tight">{texts[state].title}</h1>
        <p className="mt-1.5 text-[15px] leading-6 text-muted">{texts[state].line}</p>
      </div>
      {state === "open" && (
        <div className="mt-6 grid gap-4">
          <Field label={t`Your name`} hint={t`As your team sees it`} error={nameError}>
            <TextInput
              autoComplete="name"
              value={name}
              onChange={(event) => setName(event.currentTarget.value)}
            />
          </Field>
          <ul className="grid gap-3">
            {invitations.map((invitation) => (
              <li key={invitation.id}>
                <InvitationCard
                  invitation={invitation}
                  busy={busy?.id === invitation.id ? busy.choice : undefined}
                  disabled={busy !== undefined}
                  onChoose={(choice) => void choose(invitation, choice)}
                />
              </li>
            ))}
          </ul>
        </div>
      )}
      <Button
        key={state}
        // The pressed button is gone with the invitations.
        {...(state !== "open" && { ref: focus })}
        variant={isExpired ? "primary" : "link"}
        size={isExpired ? "lg" : "text"}
        className="mt-6 self-start"
        onClick={leave}
      >
        {texts[state].leave}
      </Button>
    </>
  );
}
