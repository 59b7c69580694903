// The guarantee: every call with which a super admin changes something asks for a signature, or says
// in the contract why not; and the hand-written lines agree.
import { takesSignature, type Call } from "@rokad/contract/call";
import { calls } from "@rokad/contract/calls";
import * as z from "zod/mini";
import { describe, expect, test } from "vitest";
import { callPermissions } from "./call-permissions.ts";

describe("a signature", () => {
  const changing = calls.filter(({ who, method }) => who === "superadmin" && method !== "GET");

  test("is asked for, or its absence explained, by every super admin's call that changes something", () => {
    const silent = changing.filter(({ stepUp }) => stepUp === undefined);
    expect(silent.map(({ name }) => `${name} lacks stepUp in the contract`)).toEqual([]);
    const reasons = changing.flatMap(({ stepUp }) =>
      stepUp && "unsigned" in stepUp ? [stepUp.unsigned] : [],
    );
    expect(reasons.filter((reason) => reason.split(" ").length < 2)).toEqual([]);
  });

  test("is required by exactly the calls whose line says so", () => {
    const signed = calls.filter(takesSignature).map(({ name }) => name);
    const lines = Object.keys(callPermissions).filter((name) =>
      callPermissions[name]?.includes(" who signs"),
    );
    expect(signed.toSorted()).toEqual(lines.toSorted());
  });

  test("never comes as a code of the act's own", () => {
    const withCode = changing.filter(({ body }) => body && shapeOf(body).includes('"otp"'));
    expect(withCode.map(({ name }) => name)).toEqual([]);
  });
});

const shapeOf = (schema: NonNullable<Call["body"]>) =>
  JSON.stringify(z.toJSONSchema(schema, { io: "input", unrepresentable: "any" }));
