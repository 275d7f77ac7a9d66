import { Trans, useLingui } from "@lingui/react/macro";
import { Check, ClipboardCopy } from "lucide-react";
import { useState } from "react";
import { announce } from "#ui/announce.ts";
import { Button } from "#ui/button.tsx";
import { curlOf, type ApiCall } from "./api-calls.ts";
import { shapeText, type ApiSchema, type ApiSchemas } from "./shape-text.ts";

/** What a call takes, what it answers, who may make it, and a command that does. */
export function CallDetails({ of, schemas }: { of: ApiCall; schemas: ApiSchemas }) {
  const { t } = useLingui();
  return (
    <div className="api-details">
      <dl className="api-facts">
        <dt>
          <Trans>Scope</Trans>
        </dt>
        <dd>{of.scope ? <code>{of.scope}</code> : of.isOpen ? t`Open to everybody` : t`Not made with a token: for browsers only`}</dd>
        {!of.isOpen && (
          <>
            <dt>
              <Trans>Permission</Trans>
            </dt>
            <dd lang="en">{of.permission}</dd>
          </>
        )}
      </dl>
      {of.parameters.length > 0 && <Parameters of={of} schemas={schemas} />}
      {of.body && (
        <section>
          <h4>
            <Trans>Body</Trans>
          </h4>
          <Code text={shapeText(of.body, schemas)} label={t`Body`} />
        </section>
      )}
      <section>
        <h4>
          <Trans>Answers</Trans>
        </h4>
        <dl className="api-answers">
          {of.answers.map(({ status, says, schema }) => (
            <div key={status}>
              <dt className="num">{status}</dt>
              <dd>
                {schema ? <Code text={shapeText(schema, schemas)} label={t`Answer ${status}`} /> : <span lang="en">{says || "–"}</span>}
              </dd>
            </div>
          ))}
        </dl>
      </section>
      {(of.scope || of.isOpen) && (
        <section>
          <h4>
            <Trans>Example</Trans>
          </h4>
          <Code text={curlOf(of, window.location.origin, schemas)} label={t`Example`} canCopy />
        </section>
      )}
    </div>
  );
}

function Parameters({ of, schemas }: { of: ApiCall; schemas: ApiSchemas }) {
  const line = ({ name, required, schema }: { name: string; required?: boolean; schema?: ApiSchema }) =>
    `${name}${required ? "" : "?"}: ${shapeText(schema ?? {}, schemas)}`;
  const text = (place: string) =>
    of.parameters
      .filter((one) => one.in === place)
      .map(line)
      .join("\n");
  const { t } = useLingui();
  const words: Record<string, string> = { path: t`In the address`, query: t`In the query` };
  return Object.entries(words).map(
    ([place, title]) =>
      text(place) !== "" && (
        <section key={place}>
          <h4>{title}</h4>
          <Code text={text(place)} label={title} />
        </section>
      ),
  );
}

/** Text for programs; what is too long for a line goes on below. */
function Code({ text, label, canCopy = false }: { text: string; label: string; canCopy?: boolean }) {
  const { t } = useLingui();
  const [isCopied, setCopied] = useState(false);
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text);
      setCopied(true);
      announce(t`Copied`);
    } catch {
      announce(t`Could not copy. Select the text instead.`);
    }
  };
  return (
    <>
      <pre className="api-code" dir="ltr" role="region" aria-label={label}>
        <code>{text}</code>
      </pre>
      {canCopy && (
        <div>
          <Button size="s" icon={isCopied ? Check : ClipboardCopy} onPress={() => void copy()}>
            {isCopied ? t`Copied` : t`Copy`}
          </Button>
        </div>
      )}
    </>
  );
}
