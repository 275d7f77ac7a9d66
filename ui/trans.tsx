import { Trans as LinguiTrans } from "@lingui/react";
import type { ComponentProps } from "react";

/**
 * What the macro `<Trans>` becomes (lingui.config.ts): lingui's own, but texts among the values are passed as elements. Lingui puts a text into the
 * message first and then reads that for escapes and tags, which would change what people wrote, such as `<b>` or \u0041 in a title.
 */
export function Trans({ values, ...props }: ComponentProps<typeof LinguiTrans>) {
  return <LinguiTrans {...props} {...(values && { values: asElements(values) })} />;
}

const asElements = (values: Record<string, unknown>) =>
  Object.fromEntries(Object.entries(values).map(([name, value]) => [name, typeof value === "string" ? <>{value}</> : value]));
