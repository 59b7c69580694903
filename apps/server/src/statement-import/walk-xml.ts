import sax from "sax";
import { UnreadableFile } from "./table.ts";

interface Walker {
  readonly open?: (name: string, attributes: Readonly<Record<string, string>>) => void;
  /** @param inside the name of the element that the text stands in. */
  readonly text?: (text: string, inside: string) => void;
  readonly close?: (name: string) => void;
}

/**
 * Goes through XML once. Names come without their prefix: some programs write `<x:row>`. Nothing
 * is fetched, and entities other than XML's own five are not known, so none can grow.
 * @throws {UnreadableFile} when it is not well-formed.
 */
export function walkXml(xml: string, { open, text, close }: Walker): void {
  const parser = sax.parser(true, { position: false });
  const path: string[] = [];
  const onText = (part: string) => text?.(part, path.at(-1) ?? "");
  const hooks: Partial<sax.SAXParser> = {
    onerror: () => {
      throw new UnreadableFile("This workbook is damaged. Download it from the bank again.");
    },
    onopentag: ({ name, attributes }) => {
      const own = withoutPrefix(name);
      path.push(own);
      if (!open) return;
      const plain: Record<string, string> = {};
      // Values are objects only where the parser is asked for namespaces.
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
