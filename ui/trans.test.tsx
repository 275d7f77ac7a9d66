import { setupI18n } from "@lingui/core";
import { I18nProvider } from "@lingui/react";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { Trans } from "./trans.tsx";

const i18n = setupI18n({
  locale: "en",
  messages: { en: { finished: ["You finished \u201c<0>", ["title"], "</0>\u201d (", ["count"], ")."] } },
});

test.each([String.raw`C:\users\x41\u0041`, "<b>bold</b> and <0>x</0> and </0>", "<1/>", "{title}", "$& $1"])(
  "%j stays what it is",
  (title) => {
    const shown = renderToStaticMarkup(
      <I18nProvider i18n={i18n}>
        <Trans id="finished" values={{ title, count: 3 }} components={{ 0: <bdi /> }} />
      </I18nProvider>,
    );
    const escaped = title.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
    expect(shown).toBe(`You finished \u201c<bdi>${escaped}</bdi>\u201d (3).`);
  },
);
