import { Trans, useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { useDeferredValue, useState } from "react";
import { BusyRegion } from "#ui/busy-region.tsx";
import { Button } from "#ui/button.tsx";
import { SearchField } from "#ui/search-field.tsx";
import { Skeleton } from "#ui/skeleton.tsx";
import { likeQuery } from "./hooks.ts";
import { useMergeWords } from "./use-merge-words.ts";

/** Chooses who is merged with somebody: people like them first, then whom a search finds. */
export function OtherPerson({ userId, onChoose }: { readonly userId: number; readonly onChoose: (userId: number) => void }) {
  const { t } = useLingui();
  const words = useMergeWords();
  const [text, setText] = useState("");
  const q = useDeferredValue(text.trim());
  const { data, isError } = useQuery(likeQuery(userId, q));
  return (
    <div className="stack">
      <SearchField label={t`Search people`} value={text} onChange={setText} />
      <BusyRegion isBusy={!data && !isError} label={t`Looking for people`} skeleton={<Skeleton count={3} />}>
        {data && data.rows.length > 0 && (
          <section className="records-part">
            <h3>{q === "" ? t`People like this one` : t`People found`}</h3>
            <ul className="records-people">
              {data.rows.map(({ userId: id, name, email, like }) => (
                <li key={id}>
                  <span>
                    <bdi>{name}</bdi>
                    <bdi className="muted small">{email}</bdi>
                    {like.length > 0 && <span className="muted small">{words.like(like)}</span>}
                  </span>
                  <Button size="s" aria-label={t`Choose ${name}, ${email}`} onPress={() => onChoose(id)}>
                    <Trans>Choose</Trans>
                  </Button>
                </li>
              ))}
            </ul>
          </section>
        )}
        {data?.rows.length === 0 && (
          <p className="muted">{q === "" ? t`Nobody has the same name. Search for the other person.` : t`Nobody was found.`}</p>
        )}
        {isError && <p role="alert">{t`People could not be looked for. Try again.`}</p>}
      </BusyRegion>
    </div>
  );
}
