import { limits } from "@rokad/contract/limits";
import type { Role } from "@rokad/contract/sign-in";
import { sql } from "kysely";
import { now, secondsFromNow } from "../../kernel/clock.ts";
import type { Settings } from "../settings/settings.ts";

/** After how many minutes without activity a person is signed out. */
export function idleMinutes(role: Role, settings: Settings): number {
  return role === "superadmin" ? limits.superAdminIdleMinutes : settings.tenant_idle_minutes;
}

/** Until when a session with activity now stays open. */
export function idleUntil(role: Role, settings: Settings): Date {
  return secondsFromNow((idleMinutes(role, settings) + limits.idleGraceMinutes) * 60);
}

/** When a session that begins now ends in any case. */
export function sessionEnd(role: Role, settings: Settings): Date {
  const hours =
    role === "superadmin" ? settings.super_admin_session_hours : settings.session_days * 24;
  return secondsFromNow(hours * 60 * 60);
}

/** When a session that begins now ends unless it gets a key. */
export function keylessEnd(): Date {
  return secondsFromNow(limits.keylessSessionHours * 60 * 60);
}

/** The condition for open rows of `sessions`. */
export function isOpenSession() {
  return sql<boolean>`(
    sessions.ended_at is null and sessions.expires_at > ${now()}
    and (sessions.key_thumbprint is not null or sessions.keyless_until > ${now()})
    and (sessions.idle_until is null or sessions.idle_until > ${now()})
  )`;
}
