import { Trans, useLingui } from "@lingui/react/macro";
import { Check, TriangleAlert } from "lucide-react";
import { Button } from "#ui/button.tsx";
import { ColorField } from "#ui/color-field.tsx";
import { colorPairs, completeColors } from "#ui/portal-theme.ts";
import { Tag } from "#ui/tag.tsx";
import { brandOver, colorsOf, type Brand, type ColorField as Field } from "../brand.ts";

/** The bars of a portal, each with its background and, where it can be chosen, its text. */
const bars = ["topBarBgColor", "menuBarBgColor", "navBgColor", "accountBgColor", "footerBarBgColor"] as const satisfies readonly Field[];
const textOf: Partial<Record<Field, Field>> = {
  navBgColor: "navColor",
  accountBgColor: "accountColor",
  footerBarBgColor: "footerBarColor",
};

interface ColorsProps {
  brand: Brand;
  onChange: (colors: Partial<Brand["colors"]>) => void;
}

/** The colours of a portal. */
export function ColorsPart(props: ColorsProps) {
  return (
    <section className="card brand-part" aria-labelledby="brand-colors">
      <h2 id="brand-colors">
        <Trans>Colours</Trans>
      </h2>
      <ColorBars {...props} />
    </section>
  );
}

/**
 * The colours of a look: each bar with its contrast, and in a sentence what is corrected so that it can be read (ENV-1). inherited: the look of the portal, for that of a
 * group.
 */
export function ColorBars({ brand, inherited, onChange }: ColorsProps & { inherited?: Brand }) {
  const { t, i18n } = useLingui();
  const words: Record<Field, string> = {
    topBarBgColor: t`Top bar`,
    menuBarBgColor: t`Menu`,
    navBgColor: t`Navigation`,
    navColor: t`Words of the navigation`,
    accountBgColor: t`Account menu`,
    accountColor: t`Words of the account menu`,
    footerBarBgColor: t`Footer`,
    footerBarColor: t`Words of the footer`,
    logoBgColor: t`Behind the logo`,
  };
  const shown = completeColors(colorsOf(inherited ? brandOver(inherited, brand) : brand));
  const pairs = colorPairs(shown);
  const number = (ratio: number) => i18n.number(ratio, { maximumFractionDigits: 1, minimumFractionDigits: 1 });
  const field = (name: Field) => (
    <div className="brand-color">
      <ColorField label={words[name]} value={shown[name]} onChange={(value) => onChange({ [name]: value })} />
      {brand.colors[name] === null ? (
        <span className="muted small">{inherited ? <Trans>The portal's.</Trans> : <Trans>The default.</Trans>}</span>
      ) : (
        <Button
          size="s"
          variant="quiet"
          onPress={() => onChange({ [name]: null })}
          aria-label={inherited ? t`Back to the portal's: ${words[name]}` : t`Back to the default: ${words[name]}`}
        >
          {inherited ? <Trans>Back to the portal's</Trans> : <Trans>Back to the default</Trans>}
        </Button>
      )}
    </div>
  );
  return (
    <>
      {bars.map((bar) => {
        const pair = pairs.find((one) => one.field === bar);
        const text = textOf[bar];
        const isCorrected = pair !== undefined && pair.given !== null && pair.given < 4.5;
        return (
          <div key={bar} className="brand-bar">
            {field(bar)}
            {text && field(text)}
            {pair && (
              <div className="brand-ratio" role="status">
                <span className="brand-sample" style={{ background: pair.background, color: pair.text }}>
                  {words[bar]}
                </span>
                <Tag icon={isCorrected ? TriangleAlert : Check} tone={isCorrected ? "warning" : "success"}>
                  {t`Contrast ${number(pair.ratio)}`}
                </Tag>
                {isCorrected && (
                  <p className="small">
                    <Trans>
                      The words that you chose have a contrast of {number(pair.given ?? 0)} and could not be read: at least 4.5 is needed.
                      They are shown as <bdi>{pair.text}</bdi>, the nearest colour that can be read.
                    </Trans>
                  </p>
                )}
                {pair.given === null && (
                  <p className="muted small">
                    <Trans>The words here are dark or light by themselves.</Trans>
                  </p>
                )}
              </div>
            )}
          </div>
        );
      })}
    </>
  );
}
