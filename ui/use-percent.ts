import { useLingui } from "@lingui/react/macro";

/** Returns a function that formats 80 as "80%" in the person's language. */
export function usePercent(): (value: number) => string {
  const { i18n } = useLingui();
  return (value) => i18n.number(value / 100, { style: "percent", maximumFractionDigits: 0 });
}
