import { Trans, useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { UserRoundMinus } from "lucide-react";
import { useState } from "react";
import { CallError } from "#platform/call.ts";
import { Avatar } from "#ui/avatar.tsx";
import { Banner } from "#ui/banner.tsx";
import { IconButton } from "#ui/icon-button.tsx";
import { SearchComboBox } from "#ui/search-combo-box.tsx";
import type { Reviewer } from "../sharing-contract.ts";
import { candidatesQuery, useSharing } from "./hooks.ts";

/** The reviewers of a course, and a field that names another one. */
export function ReviewerSection({ courseId, reviewers }: { courseId: number; reviewers: readonly Reviewer[] }) {
  const { t } = useLingui();
  const [q, setQ] = useState("");
  const { addReviewer, removeReviewer } = useSharing(courseId);
  const found = useQuery(candidatesQuery(courseId, q));
  const known = new Set(reviewers.map(({ id }) => id));
  const failure = addReviewer.error ?? removeReviewer.error;
  return (
    <section>
      <h3>
        <Trans>Reviewers</Trans>
      </h3>
      <p className="muted small">
        <Trans>They see the draft and write comments. They are told by a notification.</Trans>
      </p>
      {failure instanceof CallError && (
        <Banner tone="danger" role="alert">
          {failure.status === 0 ? t`Nothing was changed. Check your connection, then try again.` : failure.message}
        </Banner>
      )}
      {reviewers.length > 0 ? (
        <ul className="share-list" aria-label={t`Reviewers`}>
          {reviewers.map(({ id, name }) => (
            <li key={id} className="share-person">
              <Avatar name={name} size="s" />
              <bdi>{name}</bdi>
              <IconButton label={t`Remove ${name}`} icon={UserRoundMinus} size="s" onPress={() => removeReviewer.mutate(id)} />
            </li>
          ))}
        </ul>
      ) : (
        <p className="share-none">
          <Trans>Nobody reviews this course yet.</Trans>
        </p>
      )}
      <SearchComboBox
        label={t`Add a reviewer`}
        description={t`The beginning of a name, or a whole email`}
        options={
          q.trim().length < 2
            ? []
            : (found.data?.people ?? []).filter(({ id }) => !known.has(id)).map(({ id, name }) => ({ id: String(id), label: name }))
        }
        value={null}
        onSearch={setQ}
        clearsItself
        onChange={(chosen) => chosen && addReviewer.mutate(Number(chosen.id))}
      />
    </section>
  );
}
