import { useLingui } from "@lingui/react/macro";

const UNITS = ["byte", "kilobyte", "megabyte", "gigabyte"] as const;

/** Returns a function that formats bytes as "1.4 MB" in the person's language. */
export function useByteSize(): (bytes: number) => string {
  const { i18n } = useLingui();
  return (bytes) => {
    const step = Math.min(UNITS.length - 1, bytes < 1000 ? 0 : Math.floor(Math.log10(bytes) / 3));
    return i18n.number(bytes / 1000 ** step, {
      style: "unit",
      unit: UNITS[step],
      unitDisplay: "short",
      maximumFractionDigits: step > 1 ? 1 : 0,
    });
  };
}
