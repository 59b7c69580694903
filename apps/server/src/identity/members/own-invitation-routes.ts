import * as calls from "@rokad/contract/own-invitations";
import type { FastifyInstance } from "fastify";
import { database } from "../../database/db.ts";
import { accountInactive, notSignedIn } from "../../kernel/errors.ts";
import { serve, type CallRequest } from "../../http/serve.ts";
import { listInvitationsOf } from "../people/invitations.ts";
import { readBrowser } from "../sign-in/browser-cookie.ts";
import { readInvitationToken } from "../sign-in/invitation-token.ts";
import type { EnqueueText } from "../sign-in/notify-owner.ts";
import { openSession } from "../sign-in/open-session.ts";
import { acceptInvitation, declineInvitation } from "./answer-invitation.ts";

/** The invited person's own choice, with a session or with the token of a sign-in without one. */
export function ownInvitationRoutes(app: FastifyInstance, enqueueText: EnqueueText): void {
  serve(app, calls.acceptInvitation, async ({ person, params, origin }) => {
    const { id: personId } = person.member;
    await acceptInvitation({ personId, invitationId: params.id, from: origin });
    return { message: "Invitation accepted" };
  });

  serve(app, calls.declineInvitation, async ({ person, params, origin }) => {
    const { id: personId } = person.member;
    await declineInvitation({ personId, invitationId: params.id, from: origin });
    return { message: "Invitation declined" };
  });

  serve(app, calls.acceptFirstInvitation, async (request) => {
    const { body, origin, proof, cookies } = request;
    const invited = invitedOf(request);
    // After the proof is used: the browser repeats with another one where its clock is wrong.
    const identify = async () => {
      await acceptInvitation(invited, body.name);
      return { personId: invited.personId };
    };
    const signIn = { identify, proof, origin, browser: readBrowser(cookies) };
    const data = await openSession(signIn, enqueueText);
    // The business was deactivated meanwhile.
    if (!("access_token" in data)) throw accountInactive();
    return { message: "Login successful!", data };
  });

  serve(app, calls.declineFirstInvitation, async (request) => {
    const invited = invitedOf(request);
    await declineInvitation(invited);
    return { data: { invitations: await listInvitationsOf(database(), invited.personId) } };
  });
}

type ChoiceWithToken = Pick<
  CallRequest<typeof calls.declineFirstInvitation>,
  "body" | "origin" | "cookies"
>;

/** @throws 401 without a valid token of this browser. */
function invitedOf({ body, origin, cookies }: ChoiceWithToken) {
  const { invitation_id: invitationId, invitation_token: token } = body;
  const holder = { browser: readBrowser(cookies), address: origin.address };
  const personId = readInvitationToken(token, holder);
  if (personId === undefined) throw notSignedIn();
  return { personId, invitationId, from: origin };
}
