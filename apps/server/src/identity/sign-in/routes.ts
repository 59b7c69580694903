import * as calls from "@rokad/contract/sign-in";
import type { FastifyInstance } from "fastify";
import { transaction } from "../../database/db.ts";
import { ApiError } from "../../kernel/errors.ts";
import { serve } from "../../http/serve.ts";
import { openSession } from "./open-session.ts";
import { asUser, type RequestOrigin } from "../../kernel/person.ts";
import { recordFailedSignIn } from "./record-failed-sign-in.ts";
import { endSession } from "./end-session.ts";
import type { EnqueueText } from "./notify-owner.ts";
import { endSessionOfToken, refreshSession } from "./refresh-token.ts";
import { idleMinutes } from "./session-life.ts";
import { readSettings } from "../settings/settings.ts";
import { sendSignInCode } from "./send-sign-in-code.ts";

export function signInRoutes(app: FastifyInstance, enqueueText: EnqueueText): void {
  serve(app, calls.sendOtp, ({ body, origin }) =>
    recordingFailure(body.mobile, origin, sendSignInCode(body.mobile, origin.address)),
  );

  serve(app, calls.verifyOtp, async ({ body, origin, proof }) => {
    const signIn = openSession({ mobile: body.mobile, code: body.otp, proof, origin }, enqueueText);
    return {
      message: "Login successful!",
      data: await recordingFailure(body.mobile, origin, signIn),
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

  serve(app, calls.me, async ({ person }) => {
    // A tenant's view belongs to the session of its super admin.
    const role = person.isViewed ? "superadmin" : person.role;
    const idle_minutes = idleMinutes(role, await readSettings());
    return { data: { user: asUser(person), session: { idle_minutes } } };
  });
}

/** Records a rejected sign-in before the caller gets the error. */
async function recordingFailure<T>(
  mobile: string,
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
