import * as calls from "@rokad/contract/sign-in";
import type { FastifyInstance } from "fastify";
import { transaction } from "../db.ts";
import { Refusal } from "../errors.ts";
import { serve } from "../serve.ts";
import { openSession, type Visitor } from "./open-session.ts";
import { asUser } from "./person.ts";
import { recordRefusal } from "./record-refusal.ts";
import { endSession, endSessionOf, refreshSession } from "./refresh-token.ts";
import { sendSignInCode } from "./send-sign-in-code.ts";

export function signInRoutes(app: FastifyInstance): void {
  serve(app, calls.sendOtp, ({ body, visitor }) =>
    orRecord(body.mobile, visitor, sendSignInCode(body.mobile, visitor.address)),
  );

  serve(app, calls.verifyOtp, async ({ body, visitor }) => ({
    message: "Login successful!",
    data: await orRecord(body.mobile, visitor, openSession(body.mobile, body.otp, visitor)),
  }));

  serve(app, calls.refresh, async ({ body, visitor }) => ({
    data: await refreshSession(body.refresh_token, visitor),
  }));

  // Signing out never fails: whoever asks with nothing valid is signed out already.
  serve(app, calls.logout, async ({ body, person, visitor }) => {
    if (person) await transaction((db) => endSession(db, person.sessionId, "logout", visitor));
    if (body.refresh_token) await endSessionOf(body.refresh_token, visitor);
    return { message: "Signed out" };
  });

  serve(app, calls.me, async ({ person }) => ({ data: { user: asUser(person) } }));
}

/** A sign-in that is refused is recorded before the refusal is told. */
async function orRecord<T>(mobile: string, visitor: Visitor, signIn: Promise<T>): Promise<T> {
  try {
    return await signIn;
  } catch (error) {
    if (error instanceof Refusal) await recordRefusal(error, mobile, visitor);
    throw error;
  }
}
