import type { RouterHistory } from "@tanstack/react-router";
import { t } from "../language.ts";
import type { SignInAnswer } from "../api/bound-session.ts";
import { takeDestination } from "../api/destination.ts";
import { startSession } from "../api/session.ts";
import { paths } from "../paths.ts";
import { toast } from "../ui/toast.ts";
import { saveInvited } from "./invited.ts";

/* Loaded at the sign-in, so that its page does not wait for it. */

export { signIn } from "../api/bound-session.ts";

/** Opens the console of a session; without one, the invitations among which the person chooses. */
export function enter(answer: SignInAnswer, history: RouterHistory): void {
  if ("invitation_token" in answer) {
    saveInvited(answer);
    location.assign(paths.signIn);
    return;
  }
  startSession(answer);
  toast.success(t`Login successful!`);
  const { memberships, invitations, user } = answer;
  history.replace(
    memberships.length > 1 || invitations.length > 0
      ? paths.businesses
      : takeDestination(paths.dashboard, user.id),
  );
}
