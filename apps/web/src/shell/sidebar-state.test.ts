import { expect, test } from "vitest";
import { readSidebarState, sidebarCookie } from "./sidebar-state.ts";

test("the sidebar is expanded unless its cookie says collapsed", () => {
  expect(readSidebarState("")).toBe("expanded");
  expect(readSidebarState("a=1; sidebar_state=collapsed; b=2")).toBe("collapsed");
  expect(readSidebarState("sidebar_state=expanded")).toBe("expanded");
  expect(readSidebarState("not_sidebar_state=collapsed")).toBe("expanded");
});

test("the cookie lasts seven days [27.16]", () => {
  expect(sidebarCookie("collapsed")).toBe(
    "sidebar_state=collapsed; path=/; max-age=604800; samesite=lax",
  );
});
