import { createRoute, lazyRouteComponent } from "@tanstack/react-router";
import { paths } from "./paths.ts";
import { readScheduleSearch, readSchedulesSearch } from "./schedules/schedule-search.ts";
import { signedIn } from "./signed-in-route.tsx";
import { readUpcomingSearch } from "./upcoming/upcoming-search.ts";

/* The routes of payouts on due days. */

export const schedules = createRoute({
  getParentRoute: () => signedIn,
  path: paths.schedules,
  validateSearch: readSchedulesSearch,
  component: lazyRouteComponent(() => import("./schedules/schedules-page.tsx"), "SchedulesPage"),
});

export const schedule = createRoute({
  getParentRoute: () => signedIn,
  path: paths.schedule,
  validateSearch: readScheduleSearch,
  component: lazyRouteComponent(() => import("./schedules/schedule-page.tsx"), "SchedulePage"),
});

export const upcoming = createRoute({
  getParentRoute: () => signedIn,
  path: paths.upcoming,
  validateSearch: readUpcomingSearch,
  component: lazyRouteComponent(() => import("./upcoming/upcoming-page.tsx"), "UpcomingPage"),
});
