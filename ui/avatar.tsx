import "./avatar.css";

/** A person's picture or initials. Decorative: the name stands beside it. */
export function Avatar({ name, src, size = "m" }: { name: string; src?: string; size?: "s" | "m" | "l" }) {
  return (
    <span className="ui-avatar" data-size={size} aria-hidden="true">
      {src ? <img src={src} alt="" loading="lazy" /> : initials(name)}
    </span>
  );
}

function initials(name: string): string {
  const words = name
    .trim()
    .split(/[\s@._-]+/)
    .filter(Boolean);
  const first = (word: string | undefined) => [...(word ?? "")][0] ?? "";
  return (first(words[0]) + (words.length > 1 ? first(words.at(-1)) : "")).toLocaleUpperCase();
}
