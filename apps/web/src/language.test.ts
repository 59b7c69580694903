import { isValidElement } from "react";
import { expect, test } from "vitest";
import { inContext, t, textsOf } from "./language.ts";

const hindi = textsOf({
  "Pay {0} to {1}": "{1} को {0} का भुगतान करें",
  "Sign in": "साइन इन करें",
});

test("a text reads in English on an English page", () => {
  expect(t`Pay ${"₹500"} to ${"Asha"}`).toBe("Pay ₹500 to Asha");
  expect(t`${3} rows`).toBe("3 rows");
  expect(inContext("payee")`to ${"Asha"}`).toBe("to Asha");
});

test("a translation has its values where its language needs them", () => {
  expect(hindi`Pay ${"₹500"} to ${"Asha"}`).toBe("Asha को ₹500 का भुगतान करें");
  expect(hindi`Sign in`).toBe("साइन इन करें");
});

test("a text without a translation stays in English", () => {
  expect(hindi`Refund ${"₹500"}`).toBe("Refund ₹500");
});

test("the same English has a translation of its own in a context", () => {
  const days = textsOf({ "days: {0} to {1}": "{0} से {1} तक" }, "days: ");
  expect(days`${"1 Nov"} to ${"3 Nov"}`).toBe("1 Nov से 3 Nov तक");
});

test("a value that says braces is no place for another", () => {
  expect(hindi`Pay ${"{1}"} to ${"Asha"}`).toBe("Asha को {1} का भुगतान करें");
});

test("with an element among its values a text is a node, and shows nothing for what is absent", () => {
  expect(isValidElement(hindi`Pay ${null} to ${"Asha"}`)).toBe(true);
  expect(isValidElement(t`Reference ${false}`)).toBe(true);
});
