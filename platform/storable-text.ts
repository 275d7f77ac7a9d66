/**
 * Finds the first text or key in a JSON value that PostgreSQL cannot hold: one with a NUL or half a surrogate pair. Returns its path of keys joined
 * by dots; null when there is none. Not recursive, because the sender chooses how deep the value is nested.
 */
export function unstorableText(value: unknown): string | null {
  const left: { readonly at: string; readonly value: unknown }[] = [{ at: "", value }];
  for (let one = left.pop(); one; one = left.pop()) {
    if (typeof one.value === "string") {
      if (!isStorable(one.value)) return one.at;
    } else if (typeof one.value === "object" && one.value !== null)
      for (const [key, inner] of Object.entries(one.value)) {
        if (!isStorable(key)) return one.at;
        left.push({ at: one.at ? `${one.at}.${key}` : key, value: inner });
      }
  }
  return null;
}

const isStorable = (text: string) => !text.includes("\0") && text.isWellFormed();
