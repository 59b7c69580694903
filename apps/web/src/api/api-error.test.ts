import { expect, test } from "vitest";
import { ApiError, messageOf, NoAnswerError } from "./api-error.ts";

test.each([
  ["the server's message", new ApiError({ status: 409, message: "Already paid" }), "Already paid"],
  ["a response without one", new ApiError({ status: 500 }), "Something went wrong"],
  ["no response", new NoAnswerError("timeout"), "Something went wrong"],
  ["an error of the page", new TypeError("x is undefined"), "Something went wrong"],
])("%s shows as the server's message or 'Something went wrong' [26.29]", (_, error, message) => {
  expect(messageOf(error)).toBe(message);
});

test.each([new ApiError({ status: 500 }), new NoAnswerError("timeout"), new TypeError("x")])(
  "the caller's fallback replaces the default for %s [26.20, 26.29]",
  (error) => {
    expect(messageOf(error, "Failed to add bank account")).toBe("Failed to add bank account");
  },
);
