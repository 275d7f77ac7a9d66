import { useLingui } from "@lingui/react/macro";
import type { Article } from "../article.ts";
import "./help.css";

/** The parts of an article below its title and summary. */
export function ArticleParts({ article, headingLevel }: { article: Article; headingLevel: 2 | 3 }) {
  const { i18n } = useLingui();
  const Heading = `h${headingLevel}` as const;
  return (
    <div className="prose help-article">
      {article.parts.map(({ heading, steps = [], text = [] }) => (
        <section key={heading.id}>
          <Heading>{i18n._(heading)}</Heading>
          {steps.length > 0 && (
            <ol>
              {steps.map((step) => (
                <li key={step.id}>{i18n._(step)}</li>
              ))}
            </ol>
          )}
          {text.map((paragraph) => (
            <p key={paragraph.id}>{i18n._(paragraph)}</p>
          ))}
        </section>
      ))}
    </div>
  );
}
