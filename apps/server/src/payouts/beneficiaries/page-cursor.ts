import { invalidInput } from "../../kernel/errors.ts";

/** The last row of a page: what it is sorted by, and its id. */
export interface Cursor {
  readonly position: string;
  readonly id: string;
}

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

export function writeCursor({ position, id }: Cursor): string {
  return Buffer.from(JSON.stringify([position, id])).toString("base64url");
}

/** @throws 400 for a text that is no cursor. */
export function readCursor(text: string | undefined): Cursor | undefined {
  if (text === undefined) return undefined;
  const [position, id] = parse(text);
  if (typeof position !== "string" || typeof id !== "string" || !uuid.test(id)) throw notACursor();
  // PostgreSQL can't compare with NUL.
  if (position.includes("\0")) throw notACursor();
  return { position, id };
}

function parse(text: string): readonly unknown[] {
  try {
    const value = JSON.parse(Buffer.from(text, "base64url").toString()) as unknown;
    return Array.isArray(value) ? (value as unknown[]) : [];
  } catch {
    return [];
  }
}

const notACursor = () => invalidInput({ after: "after must be the `next` of a page" });
