import * as z from "zod/mini";
import { dataAnswer, defineCall, messageAnswer } from "./call.ts";
import { id, idParams } from "./fields.ts";
import { openedSession, ownInvitation, signInErrors } from "./sign-in.ts";
import { personName } from "./team.ts";

const closedErrors = ["NOT_FOUND", "INVITATION_CLOSED"] as const;

export const acceptInvitation = defineCall({
  name: "acceptInvitation",
  summary: "Join another business that invited you; the session stays with its own",
  tag: "Sign-in",
  method: "POST",
  path: "/auth/invitations/{id}/accept",
  who: "person",
  params: idParams,
  answer: messageAnswer,
  errors: closedErrors,
});

export const declineInvitation = defineCall({
  name: "declineInvitation",
  summary: "Decline an invitation; its team is notified",
  tag: "Sign-in",
  method: "POST",
  path: "/auth/invitations/{id}/decline",
  who: "person",
  params: idParams,
  answer: messageAnswer,
  errors: closedErrors,
});

const choiceWithToken = {
  invitation_id: id,
  /** That of a sign-in without a business. */
  invitation_token: z
    .string({ error: "invitation_token is required" })
    .check(z.maxLength(1_000, "This is not an invitation token")),
};

export const ownNameForm = z.object({ name: personName });

export const acceptFirstInvitation = defineCall({
  name: "acceptFirstInvitation",
  summary: "Join a first business after a sign-in without one, which opens the session",
  tag: "Sign-in",
  method: "POST",
  path: "/auth/invitations/accept",
  who: "anyone",
  proof: true,
  body: z.object({
    ...choiceWithToken,
    /** The person's own name; without it that of the invitation. */
    name: z.optional(personName),
  }),
  answer: dataAnswer(openedSession),
  errors: ["NOT_SIGNED_IN", ...closedErrors, ...signInErrors],
});

export const declineFirstInvitation = defineCall({
  name: "declineFirstInvitation",
  summary: "Decline an invitation after a sign-in without a business; its team is notified",
  tag: "Sign-in",
  method: "POST",
  path: "/auth/invitations/decline",
  who: "anyone",
  body: z.object(choiceWithToken),
  answer: dataAnswer(
    z.object({
      /** Those that are still open, oldest first. */
      invitations: z.array(ownInvitation),
    }),
  ),
  errors: ["NOT_SIGNED_IN", ...closedErrors],
});
