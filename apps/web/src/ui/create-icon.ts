import { createElement, type ReactElement, type SVGProps } from "react";

/** An icon's drawing, as each module of lucide-react has it. */
interface IconData {
  readonly name: string;
  readonly size: number;
  readonly node: readonly (readonly [tag: string, attributes: Readonly<Record<string, string>>])[];
}

/**
 * The component of an icon. The build takes it in place of lucide-react's own, which also reads sizes,
 * colours and strokes from a context: what each first visit would load and nothing here uses.
 */
export function createIcon({ name, size, node }: IconData) {
  return function Icon({ className, ...props }: SVGProps<SVGSVGElement>): ReactElement {
    const isNamed = Object.keys(props).some((key) => /^(aria-|role$|title$)/.test(key));
    return createElement(
      "svg",
      {
        width: size,
        height: size,
        viewBox: `0 0 ${size} ${size}`,
        fill: "none",
        stroke: "currentColor",
        strokeWidth: 2,
        strokeLinecap: "round",
        strokeLinejoin: "round",
        className: className ? `lucide lucide-${name} ${className}` : `lucide lucide-${name}`,
        ...(!isNamed && { "aria-hidden": true }),
        ...props,
      },
      node.map(([tag, attributes]) => createElement(tag, attributes)),
    );
  };
}
