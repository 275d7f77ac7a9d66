import { Body } from "@react-email/body";
import { Button } from "@react-email/button";
import { Container } from "@react-email/container";
import { Head } from "@react-email/head";
import { Html } from "@react-email/html";
import { Preview } from "@react-email/preview";
import { Section } from "@react-email/section";
import { Text } from "@react-email/text";
import { createElement as h, type ReactElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import type { MailLook } from "./mail-look.ts";

// Server only, and written without JSX: the server runs its TypeScript as it is, and Node strips types but compiles no JSX (docs/decisions/018-mail.md).

/** One thing that a letter tells of: a heading, some lines, and where it leads. */
export interface LetterPart {
  readonly heading: string;
  readonly lines: readonly string[];
  /** Null for none. */
  readonly action: { readonly label: string; readonly href: string } | null;
  /** Lines below it. */
  readonly after?: readonly string[];
}

/** A mail as text; the HTML and its plain twin are made of the same. */
export interface Letter {
  readonly language: string;
  readonly portalName: string;
  /** Address of the portal's picture for mails; its name stands in its place where pictures are not shown. */
  readonly logo: string | null;
  readonly subject: string;
  readonly parts: readonly LetterPart[];
  /** Why it was sent, and where to choose what is sent. */
  readonly footer: { readonly why: string; readonly settings?: { readonly label: string; readonly href: string } };
}

const font = { fontFamily: "-apple-system, 'Segoe UI', Roboto, Helvetica, Arial, sans-serif" };

/** Where a line must not end: within a masked address (m…@example.org), and between one letter and its hyphen (E-Mail). */
const unbroken = /(\S…@|(?<!\S)\p{L}-\p{L}+)/u;
const kept = (line: string) =>
  line.split(unbroken).map((piece, nth) => (nth % 2 ? h("span", { key: nth, style: { whiteSpace: "nowrap" } }, piece) : piece));

/** The letter as HTML: inline styles for light, one style sheet for clients that show mail in the dark. */
export function letterHtml(letter: Letter, { light, style }: MailLook): string {
  const text = (className: string, css: object, children: string, key?: string) =>
    h(Text, { className, style: { ...font, margin: "0 0 12px", fontSize: "16px", lineHeight: "24px", ...css }, key }, kept(children));
  const part = ({ heading, lines, action, after = [] }: LetterPart, index: number): ReactElement =>
    h(
      Section,
      { key: index, style: { marginBottom: "24px" } },
      h(
        "h1",
        { className: "m-text", style: { ...font, color: light.text, fontSize: "20px", lineHeight: "28px", margin: "0 0 12px" } },
        kept(heading),
      ),
      lines.map((line, nth) => text("m-text", { color: light.text }, line, String(nth))),
      action &&
        h(
          Button,
          {
            className: "m-button",
            href: action.href,
            style: {
              ...font,
              backgroundColor: light.button,
              color: light.onButton,
              borderRadius: "6px",
              fontSize: "16px",
              fontWeight: "600",
              padding: "12px 20px",
            },
          },
          action.label,
        ),
      after.map((line, nth) =>
        text("m-text", { color: light.text, ...(nth === 0 && action && { paddingTop: "20px" }) }, line, `after-${nth}`),
      ),
    );
  const { why, settings } = letter.footer;
  const tree = h(
    Html,
    { lang: letter.language, dir: "ltr" },
    h(
      Head,
      null,
      h("title", null, letter.subject),
      h("meta", { name: "viewport", content: "width=device-width" }),
      h("meta", { name: "color-scheme", content: "light dark" }),
      h("meta", { name: "supported-color-schemes", content: "light dark" }),
      h("style", null, style),
    ),
    h(
      Body,
      { className: "m-canvas", style: { backgroundColor: light.canvas, margin: "0", padding: "24px 12px" } },
      h(Preview, null, letter.parts[0]?.lines[0] ?? letter.subject),
      h(
        Container,
        { className: "m-card", style: { backgroundColor: light.surface, border: `1px solid ${light.line}`, borderRadius: "8px" } },
        h(
          Section,
          { className: "m-bar", style: { backgroundColor: light.bar, borderRadius: "8px 8px 0 0", padding: "14px 24px" } },
          h(
            "div",
            { className: "m-bar-text", style: { ...font, color: light.onBar, fontSize: "16px", fontWeight: "600" } },
            letter.logo
              ? h(
                  "span",
                  { style: { display: "inline-block", padding: "6px 10px", borderRadius: "4px", backgroundColor: light.logo } },
                  h("img", {
                    src: letter.logo,
                    alt: letter.portalName,
                    height: 40,
                    style: { display: "block", height: "40px", width: "auto" },
                  }),
                )
              : letter.portalName,
          ),
        ),
        h(Section, { style: { padding: "24px" } }, letter.parts.map(part)),
        h(
          Section,
          { className: "m-foot", style: { borderTop: `1px solid ${light.line}`, padding: "16px 24px" } },
          text("m-quiet", { color: light.quiet, fontSize: "14px", lineHeight: "20px" }, why),
          settings &&
            h("a", { className: "m-link", href: settings.href, style: { ...font, color: light.link, fontSize: "14px" } }, settings.label),
        ),
      ),
    ),
  );
  return `<!doctype html>${renderToStaticMarkup(tree)}`;
}

/** The same letter in plain text. */
export function letterText({ portalName, parts, footer }: Letter): string {
  const part = ({ heading, lines, action, after = [] }: LetterPart) =>
    [[heading, ""], lines, action ? ["", `${action.label}:`, action.href] : [], after.length > 0 ? ["", ...after] : []].flat().join("\n");
  const foot = [footer.why, ...(footer.settings ? [`${footer.settings.label}: ${footer.settings.href}`] : [])].join("\n");
  return [portalName, ...parts.map(part), `-- \n${foot}`].join("\n\n") + "\n";
}
