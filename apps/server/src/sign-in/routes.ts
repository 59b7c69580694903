import * as calls from "@rokad/contract/sign-in";
import type { FastifyInstance } from "fastify";
import { transaction } from "../db.ts";
import { serve } from "../serve.ts";
import { openSession } from "./open-session.ts";
import { asUser } from "./person.ts";
import { endSession, endSessionOf, refreshSession } from "./refresh-token.ts";
import { sendSignInCode } from "./send-sign-in-code.ts";

export function signInRoutes(app: FastifyInstance): void {
  serve(app, calls.sendOtp, ({ body, visitor }) => sendSignInCode(body.mobile, visitor.address));

  serve(app, calls.verifyOtp, async ({ body, visitor }) => ({
    message: "Login successful!",
    data: await openSession(body.mobile, body.otp, visitor),
  }));

  serve(app, calls.refresh, async ({ body }) => ({
    data: await refreshSession(body.refresh_token),
  }));

  // Signing out never fails: whoever asks with nothing valid is signed out already.
  serve(app, calls.logout, async ({ body, person }) => {
    if (person) await transaction((db) => endSession(db, person.sessionId, "logout"));
    if (body.refresh_token) await endSessionOf(body.refresh_token);
    return { message: "Signed out" };
  });

  serve(app, calls.me, async ({ person }) => ({ data: { user: asUser(person) } }));
}
