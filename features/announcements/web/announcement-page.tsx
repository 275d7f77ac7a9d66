import { Plural, Trans, useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { BadgeCheck, CircleAlert, Megaphone, Pin } from "lucide-react";
import { useParams } from "react-router";
import { AnnouncementText } from "#features/portal/web/announcement-dialog.tsx";
import { choicesQuery } from "#features/conditions/web/hooks.ts";
import { useConditionWords } from "#features/conditions/web/use-condition-words.ts";
import { languages } from "#platform/languages.ts";
import { idIn } from "#platform/web/address-id.ts";
import type { Prefetch } from "#platform/web/prefetch.ts";
import { EmptyState } from "#ui/empty-state.tsx";
import { timeOptions } from "#ui/format-time.ts";
import { PageHeader } from "#ui/page-header.tsx";
import { PageOfOne } from "#ui/page-of-one.tsx";
import { Tag } from "#ui/tag.tsx";
import { Time } from "#ui/time.tsx";
import type { Announcement } from "../contract.ts";
import { AnnouncementActions } from "./announcement-actions.tsx";
import { Changes } from "./changes.tsx";
import { Readers } from "./readers.tsx";
import { ForWhomWords } from "./for-whom-words.tsx";
import { announcementQuery } from "./hooks.ts";
import { StateTag, useAnnouncementWords } from "./use-announcement-words.tsx";
import "./announcements.css";

/** Prefetches what the screen shows first, when somebody points at a link to it. */
export const prefetch: Prefetch = (client, { params }) => {
  const announcementId = idIn(params["announcementId"]);
  return announcementId > 0 && client.prefetchQuery(announcementQuery(announcementId));
};

/** One announcement: as people see it, for whom and when, and who has read it (ANN-2, ANN-4). */
export default function AnnouncementPage() {
  const { t } = useLingui();
  const announcementId = idIn(useParams()["announcementId"]);
  const query = useQuery({ ...announcementQuery(announcementId), enabled: announcementId > 0 });
  return (
    <PageOfOne
      query={query}
      isNamed={announcementId > 0}
      title={t`Announcement`}
      waiting={t`Loading this announcement`}
      failed={t`This announcement could not be loaded`}
      safe={t`Nothing was changed.`}
      missing={<NoSuchAnnouncement />}
    >
      {(announcement) => <Details announcement={announcement} />}
    </PageOfOne>
  );
}

function Details({ announcement }: { announcement: Announcement }) {
  const { t, i18n } = useLingui();
  const words = useAnnouncementWords();
  const { texts, state, mustRead, isPinned, isImportant } = announcement;
  const written = languages.flatMap((language) => {
    const text = texts[language];
    return text ? [{ language, ...text }] : [];
  });
  const title = (written.find(({ language }) => language === i18n.locale) ?? written[0])?.title ?? "";
  return (
    <>
      <PageHeader
        title={title}
        back={{ to: "/portal/announcement", label: t`Portal Announcement` }}
        meta={
          <>
            <StateTag state={state} />
            {isPinned && <Tag icon={Pin}>{t`Pinned`}</Tag>}
            {isImportant && <Tag icon={CircleAlert} tone="warning">{t`Important`}</Tag>}
            {mustRead && <Tag icon={BadgeCheck}>{t`To be confirmed`}</Tag>}
          </>
        }
        actions={<AnnouncementActions announcement={announcement} />}
      />
      <Facts announcement={announcement} />
      <section className="announcement-part" aria-labelledby="as-shown">
        <h2 id="as-shown">
          <Trans>As people see it</Trans>
        </h2>
        <div className="announcement-texts">
          {written.map(({ language, title: heading, html }) => (
            <div key={language} className="card announcement-card" lang={language}>
              <p className="eyebrow" lang={i18n.locale}>
                {words.language(language)}
              </p>
              <AnnouncementText announcement={{ title: heading, html, since: null }} />
            </div>
          ))}
        </div>
      </section>
      {announcement.askedAt !== null && (
        <section className="announcement-part" aria-labelledby="who-read">
          <h2 id="who-read">
            <Trans>Who has read it</Trans>
          </h2>
          <Readers announcement={announcement} />
        </section>
      )}
      <section className="announcement-part" aria-labelledby="what-was-done">
        <h2 id="what-was-done">
          <Trans>What was done with it</Trans>
        </h2>
        <Changes announcementId={announcement.id} revision={announcement.revision} />
      </section>
    </>
  );
}

/** For whom it is, and from when until when. */
function Facts({ announcement }: { announcement: Announcement }) {
  const { i18n } = useLingui();
  const { audience, forWhom, startsAt, endsAt, timeZone, byMail, toldAt, mustRead, blocks, remindDays, remindedAt } = announcement;
  const { data: choices } = useQuery({ ...choicesQuery, enabled: forWhom.level === "condition" });
  const tell = useConditionWords(choices);
  const zone = timeZone.replaceAll("_", " ");
  // The clock of that zone, whatever the reader's own is.
  const clock = (local: string) =>
    new Intl.DateTimeFormat(i18n.locale, timeOptions("dateTime", 0, Infinity, "UTC")).format(new Date(`${local}:00Z`));
  const from = startsAt && clock(startsAt);
  const until = endsAt && clock(endsAt);
  const sentence = audience && choices ? tell(audience) : "";
  return (
    <ul className="announcement-facts">
      <li>
        {forWhom.level === "condition" ? (
          <Trans>
            For everybody who <bdi>{sentence}</bdi>
          </Trans>
        ) : (
          <ForWhomWords of={forWhom} />
        )}
      </li>
      <li>
        {from && until ? (
          <Trans>
            From {from} until {until} ({zone})
          </Trans>
        ) : from ? (
          <Trans>
            From {from} ({zone})
          </Trans>
        ) : until ? (
          <Trans>
            Until {until} ({zone})
          </Trans>
        ) : (
          <Trans>Without an end</Trans>
        )}
      </li>
      {byMail && (
        <li>
          {toldAt ? (
            <Trans>
              Told by bell and mail on <Time instant={toldAt} />
            </Trans>
          ) : (
            <Trans>Bell and mail tell of it when it begins</Trans>
          )}
        </li>
      )}
      {mustRead && blocks && (
        <li>
          <Trans>The page waits until it is confirmed</Trans>
        </li>
      )}
      {remindDays !== null && (
        <li>
          <Plural
            value={remindDays}
            one="Who has not confirmed it is reminded after # day"
            other="Who has not confirmed it is reminded after # days"
          />
        </li>
      )}
      {remindedAt && (
        <li>
          <Trans>
            Last reminded on <Time instant={remindedAt} />
          </Trans>
        </li>
      )}
    </ul>
  );
}

function NoSuchAnnouncement() {
  const { t } = useLingui();
  return (
    <div className="page">
      <PageHeader title={t`Announcement`} back={{ to: "/portal/announcement", label: t`Portal Announcement` }} />
      <EmptyState icon={Megaphone} title={t`This announcement could not be found`} message={t`It may have been deleted.`} />
    </div>
  );
}
