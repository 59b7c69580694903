import sax from "sax";
import { UnreadableFile } from "./parsed-table.ts";

interface XmlHandlers {
  readonly open?: (name: string, attributes: Readonly<Record<string, string>>) => void;
  /** @param inside the name of the element that contains the text. */
  readonly text?: (text: string, inside: string) => void;
  readonly close?: (name: string) => void;
}

/** A workbook has about ten levels, and elements of about ten attributes. */
const depthMax = 50;
const attributesMax = 100;

/**
 * Parses XML in one pass. Names come without their prefix, because some programs write `<x:row>`. It
 * fetches nothing and knows only XML's five entities, so no entity can expand.
 * @throws {UnreadableFile} for XML that is not well-formed, or nested deeper than any workbook: one array
 *   that outgrows a thread's memory ends the whole process.
 */
export function walkXml(xml: string, { open, text, close }: XmlHandlers): void {
  const parser = sax.parser(true, { position: false });
  const path: string[] = [];
  let attributeCount = 0;
  const fail = () => {
    throw new UnreadableFile("This workbook is damaged.", "again");
  };
  const onText = (part: string) => text?.(part, path.at(-1) ?? "");
  const hooks: Partial<sax.SAXParser> = {
    onerror: fail,
    onattribute: () => {
      attributeCount += 1;
      if (attributeCount > attributesMax) fail();
    },
    onopentag: ({ name, attributes }) => {
      const own = withoutPrefix(name);
      attributeCount = 0;
      if (path.push(own) > depthMax) fail();
      if (!open) return;
      const plain: Record<string, string> = {};
      // Values are strings, because the parser runs without namespaces.
      for (const [key, value] of Object.entries(attributes as Record<string, string>)) {
        plain[withoutPrefix(key)] = value;
      }
      open(own, plain);
    },
    ontext: onText,
    oncdata: onText,
    onclosetag: (name) => {
      path.pop();
      close?.(withoutPrefix(name));
    },
  };
  Object.assign(parser, hooks);
  parser.write(xml).close();
}

function withoutPrefix(name: string): string {
  return name.slice(name.indexOf(":") + 1);
}
