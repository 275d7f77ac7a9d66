import { createElement, type SVGProps } from "react";

/** What an icon is drawn with: elements of SVG with their attributes, in a square of 24. */
type Shapes = readonly (readonly [tag: string, attributes: Readonly<Record<string, string>>])[];

/** The icon of some shapes. The build puts it in the place of the icon library's own component, which can do more than ui/icon.tsx asks for and weighs 2 kB. */
export const iconOf =
  (shapes: Shapes) =>
  ({ size, ...props }: SVGProps<SVGSVGElement> & { size: number }) =>
    createElement(
      "svg",
      {
        width: size,
        height: size,
        viewBox: "0 0 24 24",
        fill: "none",
        stroke: "currentColor",
        strokeLinecap: "round",
        strokeLinejoin: "round",
        ...props,
      },
      ...shapes.map(([tag, attributes]) => createElement(tag, attributes)),
    );
