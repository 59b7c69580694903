import {
  beginPasskeySignIn as beginPasskeySignInCall,
  signInWithPasskey as signInWithPasskeyCall,
} from "@rokad/contract/passkeys";
import { changeLanguage as changeLanguageCall } from "@rokad/contract/language";
import * as calls from "@rokad/contract/sign-in";
import type { FastifyInstance } from "fastify";
import { permissionsOf } from "@rokad/contract/roles";
import { database, transaction } from "../../database/db.ts";
import { ApiError, notSignedIn } from "../../kernel/errors.ts";
import { serve } from "../../http/serve.ts";
import { findOwner } from "../passkeys/verify-assertion.ts";
import { checkCode } from "./check-code.ts";
import type { CodeHolder } from "./code-holder.ts";
import { openSession } from "./open-session.ts";
import {
  ownerIdOf,
  asUser,
  isTenant,
  type Person,
  type RequestOrigin,
} from "../../kernel/person.ts";
import { listInvitationsOf } from "../people/invitations.ts";
import { changeLanguage, readLanguage } from "../people/language.ts";
import { asMembership, findTenantsOf } from "../people/membership.ts";
import { chooseTenant } from "./choose-tenant.ts";
import { findSession } from "./find-session.ts";
import { recordFailedSignIn } from "./record-failed-sign-in.ts";
import { endSession } from "./end-session.ts";
import type { EnqueueText } from "./notify-owner.ts";
import { endSessionOfToken, refreshSession } from "./refresh-token.ts";
import { idleMinutes } from "./session-life.ts";
import { readSettings } from "../settings/settings.ts";
import { afterAnswers } from "./run-after-answer.ts";
import { browserCookie, newBrowser, readBrowser } from "./browser-cookie.ts";
import { readCodeStatus } from "./read-code-status.ts";
import { beginPasskeySignIn, signInWithPasskey } from "./sign-in-with-passkey.ts";
import { sendSignInCode } from "./send-sign-in-code.ts";

export function signInRoutes(app: FastifyInstance, enqueueText: EnqueueText): void {
  app.addHook("onClose", afterAnswers);

  serve(app, calls.sendOtp, async ({ body, origin, cookies, setCookie }) => {
    const browser = readBrowser(cookies) ?? newBrowser();
    const holder = { browser, address: origin.address };
    const answer = await recordingFailure(body.mobile, origin, sendSignInCode(body.mobile, holder));
    // Not with an error: it would replace the cookie of another tab's first request.
    setCookie(browserCookie(browser));
    return answer;
  });

  serve(app, calls.otpStatus, async ({ body, origin, cookies }) => ({
    data: await readCodeStatus(body.mobile, {
      browser: readBrowser(cookies),
      address: origin.address,
    }),
  }));

  serve(app, calls.verifyOtp, async ({ body, origin, proof, cookies }) => {
    const { mobile, otp: code } = body;
    const browser = readBrowser(cookies);
    const identify = (holder: CodeHolder) => checkCode("sign_in", mobile, code, holder);
    const signIn = openSession({ identify, proof, origin, browser }, enqueueText);
    return {
      message: "Login successful!",
      data: await recordingFailure(mobile, origin, signIn),
    };
  });

  serve(app, beginPasskeySignInCall, async ({ origin, cookies, setCookie }) => {
    const browser = readBrowser(cookies) ?? newBrowser();
    const data = await beginPasskeySignIn(browser, origin.address);
    setCookie(browserCookie(browser));
    return { data };
  });

  serve(app, signInWithPasskeyCall, async ({ body, origin, proof, cookies }) => {
    const { id, credential: assertion } = body;
    const request = { id, assertion, proof, origin, browser: readBrowser(cookies) };
    const mobile = await findOwner(assertion);
    return {
      message: "Login successful!",
      data: await recordingFailure(mobile, origin, signInWithPasskey(request, enqueueText)),
    };
  });

  serve(app, calls.refresh, async ({ body, origin, proof }) => ({
    data: await refreshSession({ token: body.refresh_token, proof, origin }, enqueueText),
  }));

  // Never fails: a caller without a valid token is already signed out.
  serve(app, calls.logout, async ({ body, person, origin }) => {
    const reason = body.is_idle ? "idle" : "logout";
    if (person) await transaction((db) => endSession(db, person.sessionId, reason, origin));
    if (body.refresh_token) await endSessionOfToken(body.refresh_token, reason, origin);
    return { message: "Signed out" };
  });

  serve(app, calls.me, async ({ person }) => ({ data: await describePerson(person) }));

  serve(app, changeLanguageCall, async ({ person, body }) => {
    await transaction((db) => changeLanguage(db, person.member.id, body.language));
    return { message: "Language saved" };
  });

  serve(app, calls.chooseTenant, async ({ person, body }) => {
    await chooseTenant(person, body.tenant_id);
    const chosen = await findSession(person.sessionId);
    if (!chosen) throw notSignedIn();
    return { data: await describePerson(chosen) };
  });
}

async function describePerson(person: Person) {
  // A tenant's view belongs to the session of its super admin.
  const role = person.isViewed ? "superadmin" : person.role;
  const tenants = isTenant(person) && !person.isViewed;
  const [settings, language, own, invitations] = await Promise.all([
    readSettings(),
    readLanguage(database(), person.member.id),
    tenants ? findTenantsOf(database(), person.member.id) : [],
    tenants ? listInvitationsOf(database(), person.member.id) : [],
  ]);
  return {
    user: asUser({ features: [], ...person, id: ownerIdOf(person) }),
    session: { idle_minutes: idleMinutes(role, settings) },
    language,
    tenant: isTenant(person) ? { id: person.tenantId, name: person.name } : null,
    roles: [...person.member.roles],
    permissions: permissionsOf({ role: person.role, roles: person.member.roles }),
    memberships: own.map((each) => asMembership(each, ownerIdOf(person))),
    invitations,
  };
}

/** Records a rejected sign-in before the caller gets the error. */
async function recordingFailure<T>(
  mobile: string | undefined,
  origin: RequestOrigin,
  signIn: Promise<T>,
): Promise<T> {
  try {
    return await signIn;
  } catch (error) {
    if (error instanceof ApiError) await recordFailedSignIn(error, mobile, origin);
    throw error;
  }
}
