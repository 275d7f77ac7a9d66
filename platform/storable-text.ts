/**
 * Where a JSON value has a text, or a name, that PostgreSQL cannot hold: a NUL or half of a surrogate pair. Keys with dots between; null when there
 * is none. Goes through the value without calling itself: how deep it is nested is the sender's choice.
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
