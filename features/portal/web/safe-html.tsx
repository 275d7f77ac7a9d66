import { useEffect, useRef } from "react";

/** Renders announcement HTML: sanitized twice on the server and once more here, just before it is set (security.md #39). */
export function SafeHtml({ html, className = "prose" }: { html: string; className?: string }) {
  const ref = useRef<HTMLDivElement>(null);
  useEffect(() => {
    let gone = false;
    void import("dompurify").then(({ default: purify }) => {
      if (gone || !ref.current) return;
      const clean = purify.sanitize(html, {
        ALLOWED_TAGS: ["p", "br", "strong", "b", "em", "i", "u", "ul", "ol", "li", "a", "h2", "h3", "h4", "blockquote", "hr"],
        ALLOWED_ATTR: ["href", "rel"],
        RETURN_TRUSTED_TYPE: true,
      });
      ref.current.innerHTML = clean as unknown as string;
    });
    return () => {
      gone = true;
    };
  }, [html]);
  return <div ref={ref} className={className} dir="auto" />;
}
