import { useLingui } from "@lingui/react/macro";
import { byteSize } from "../byte-size.ts";

/** Returns a function that formats bytes as "1.4 MB" in the person's language. */
export function useByteSize(): (bytes: number) => string {
  const { i18n } = useLingui();
  return (bytes) => byteSize(bytes, (value, format) => i18n.number(value, format));
}
