import { invalidInput } from "./errors.ts";
import { digest, uuidPattern } from "./ids.ts";

/** What a cursor belongs to: the list, its business, and the values of its filters. */
type CursorOf = readonly (string | undefined)[];

/** A row's place in a list by time: microseconds since 1970, and its id. */
export interface Position {
  readonly time: string;
  readonly id: string;
}

const positionShape = new RegExp(String.raw`^(-?\d{1,17})_(${uuidPattern})$`);
const idShape = new RegExp(`^${uuidPattern}$`);
const versionShape = /^\d{1,15}$/;

/** The cursor after a row; opaque to its reader. */
export const writePosition = (of: CursorOf, { time, id }: Position) => write(of, `${time}_${id}`);
/** The cursor after a row of a list by id. */
export const writeId = (of: CursorOf, id: string) => write(of, id);
/** The cursor after an event. */
export const writeVersion = (of: CursorOf, version: bigint) => write(of, String(version));

/** @throws 400 for a text that is not a cursor of this list; so do its siblings. */
export function readPosition(of: CursorOf, text: string | undefined): Position | undefined {
  const [, time, id] = read(of, text, positionShape) ?? [];
  return time && id ? { time, id } : undefined;
}

export const readId = (of: CursorOf, text: string | undefined) => read(of, text, idShape)?.[0];

export function readVersion(of: CursorOf, text: string | undefined): bigint | undefined {
  const version = read(of, text, versionShape)?.[0];
  return version === undefined ? undefined : BigInt(version);
}

const write = (of: CursorOf, place: string) =>
  Buffer.from(`${checksumOf(of, place)}.${place}`).toString("base64url");

function read(of: CursorOf, text: string | undefined, shape: RegExp): RegExpExecArray | undefined {
  if (text === undefined) return undefined;
  const [checksum, place = ""] = Buffer.from(text, "base64url").toString().split(".");
  const parts = shape.exec(place);
  if (!parts || checksum !== checksumOf(of, place))
    throw invalidInput({ after: "after must be the `next` of a page of this list and filter" });
  return parts;
}

/** Finds mistakes. It protects nothing: a list reads the rows of its own business only. */
function checksumOf(of: CursorOf, place: string): string {
  return digest([...of.map((part) => part ?? null), place])
    .toString("hex")
    .slice(0, 8);
}
