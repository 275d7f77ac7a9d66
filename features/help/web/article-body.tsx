import { useLingui } from "@lingui/react/macro";
import { SafeHtml } from "#features/portal/web/safe-html.tsx";
import { Button } from "#ui/button.tsx";
import { toast } from "#ui/toast.ts";
import type { Article } from "../article.ts";
import { ArticleParts } from "./article-parts.tsx";
import { useAnswerHelp } from "./hooks.ts";
import "./help.css";

type Props = {
  name: string;
  builtIn: Article | null;
  /** The portal's words; null where the built-in ones are shown. */
  text: { html: string; language: string } | null;
  /** What the person answered; undefined where that is not known, and nothing is asked. */
  helped: boolean | null | undefined;
  headingLevel: 2 | 3;
};

/** What an article says below its title and summary, and whether it helped. */
export default function ArticleBody({ name, builtIn, text, helped, headingLevel }: Props) {
  return (
    <>
      {text ? (
        <div lang={text.language}>
          <SafeHtml html={text.html} className="prose help-article" />
        </div>
      ) : (
        builtIn && <ArticleParts article={builtIn} headingLevel={headingLevel} />
      )}
      {helped !== undefined && <DidItHelp name={name} helped={helped} />}
    </>
  );
}

/** Asks whether an article helped; an answer can be changed by another. */
function DidItHelp({ name, helped }: { name: string; helped: boolean | null }) {
  const { t, i18n } = useLingui();
  const answer = useAnswerHelp(name, i18n.locale);
  const button = (value: boolean, label: string) => (
    <Button
      size="s"
      aria-pressed={helped === value}
      isPending={answer.isPending && answer.variables === value}
      onPress={() =>
        answer.mutate(value, {
          onError: (error) => toast({ tone: "danger", title: t`Your answer was not kept`, message: error.message }),
        })
      }
    >
      {label}
    </Button>
  );
  return (
    <div role="group" aria-label={t`Did this help?`} className="row help-helped">
      <span>{t`Did this help?`}</span>
      {button(true, t`Yes`)}
      {button(false, t`No`)}
      <span role="status" className="muted small">
        {helped !== null && t`Thank you. Only the number of answers is shown, without names.`}
      </span>
    </div>
  );
}
