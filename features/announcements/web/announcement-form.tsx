import { Trans, useLingui } from "@lingui/react/macro";
import { Plus } from "lucide-react";
import { useState } from "react";
import { useNavigate } from "react-router";
import { useTermsErrors, type TermsErrors } from "#features/groups/web/use-terms-errors.ts";
import { languageOf, languages } from "#platform/languages.ts";
import { Banner } from "#ui/banner.tsx";
import { Button } from "#ui/button.tsx";
import { Checkbox } from "#ui/checkbox.tsx";
import { Dialog } from "#ui/dialog.tsx";
import { PeriodFields } from "#ui/period-fields.tsx";
import { toast } from "#ui/toast.ts";
import { paragraphs } from "#features/portal/paragraphs.ts";
import { AnnouncementText } from "#features/portal/web/announcement-dialog.tsx";
import { TextFields } from "#features/portal/web/text-fields.tsx";
import { useTextLanguages } from "#features/portal/web/use-text-languages.ts";
import { useZone } from "#ui/zone.ts";
import { audienceOf, chosenFrom, isEmpty } from "../audience.ts";
import { AnnouncementTerms, type Announcement } from "../contract.ts";
import { AudienceChoice } from "./audience-choice.tsx";
import { useChangeAnnouncement, useCreateAnnouncement, useSaveAnnouncement } from "./hooks.ts";
import { ShownFields } from "./shown-fields.tsx";
import { useAnnouncementWords } from "./use-announcement-words.tsx";

const noText = { title: "", html: "" };

type Props = {
  /** The announcement to change; null for a new one. */
  announcement: Announcement | null;
  onClose: () => void;
};

/** The course that an announcement is for, where that is a draft. */
function draftOf(announcement: Announcement | null) {
  const { courseId } = chosenFrom(announcement?.audience ?? null);
  const name = announcement?.forWhom.isDraft ? announcement.forWhom.names[0] : null;
  return courseId !== null && name != null ? { id: courseId, name } : null;
}

/** Writes an announcement, or changes one: texts by language, for whom, from when until when, and whether people confirm it. */
export default function AnnouncementForm({ announcement, onClose }: Props) {
  const { t, i18n } = useLingui();
  const words = useAnnouncementWords();
  const { marked } = useTextLanguages();
  const ownZone = useZone();
  const navigate = useNavigate();
  const create = useCreateAnnouncement();
  const save = useSaveAnnouncement(announcement?.id ?? 0);
  const change = useChangeAnnouncement();
  const own = languageOf(i18n.locale);
  const [texts, setTexts] = useState<AnnouncementTerms["texts"]>(
    () => announcement?.texts ?? { en: own === "de" ? null : noText, de: own === "de" ? noText : null },
  );
  const [audience, setAudience] = useState(() => chosenFrom(announcement?.audience ?? null));
  const [rest, setRest] = useState(() => ({
    startsAt: announcement?.startsAt ?? "",
    endsAt: announcement?.endsAt ?? "",
    timeZone: announcement?.timeZone ?? ownZone,
    mustRead: announcement?.mustRead ?? false,
    blocks: announcement?.blocks ?? false,
    remindDays: announcement?.remindDays ?? null,
    isPinned: announcement?.isPinned ?? false,
    isImportant: announcement?.isImportant ?? false,
    presence: announcement?.presence ?? "portal",
    byMail: announcement?.byMail ?? false,
  }));
  const [asksAgain, setAsksAgain] = useState(false);
  const messages = useTermsErrors();
  const [errors, setErrors] = useState<TermsErrors>({});
  const isPublished = announcement !== null && announcement.state !== "draft" && announcement.state !== "deleted";
  const isPending = create.isPending || save.isPending || change.isPending;
  const hasSeveral = languages.filter((one) => texts[one]).length > 1;

  const lacks = {
    everybody: "",
    groups: t`Choose a group, or choose everybody.`,
    course: t`Choose a course, or choose everybody.`,
    condition: messages.noCondition["audience"] ?? "",
  };
  const failed = (error: Error) => setErrors(messages.ofRefusal(error));
  const submit = (publishes: boolean) => {
    const asked = {
      ...rest,
      texts,
      startsAt: rest.startsAt || null,
      endsAt: rest.endsAt || null,
      audience: audienceOf(audience, announcement?.audience),
    };
    if (isEmpty(audience)) return setErrors({ audience: lacks[audience.level] });
    const read = AnnouncementTerms.safeParse(asked);
    if (!read.success) {
      const tooMany = audience.level === "groups" && read.error.issues.find(({ path }) => path[0] === "audience");
      return setErrors({ ...messages.ofIssues(read.error.issues), ...(tooMany && { audience: tooMany.message }) });
    }
    setErrors({});
    const done = (saved: Announcement, title: string) => {
      toast({ tone: "success", title });
      onClose();
      if (!announcement) void navigate(`/portal/announcement/${saved.id}`);
    };
    const saved = (one: Announcement) => {
      if (!publishes) return done(one, t`The announcement was saved`);
      change.mutate({ id: one.id, change: "publish" }, { onSuccess: () => done(one, t`The announcement was published`), onError: failed });
    };
    if (announcement) save.mutate({ ...read.data, revision: announcement.revision, asksAgain }, { onSuccess: saved, onError: failed });
    else create.mutate(read.data, { onSuccess: saved, onError: failed });
  };
  const shownErrors = ["", "texts", "audience"].map((field) => errors[field]).filter((one) => one !== undefined);
  return (
    <Dialog
      title={announcement ? t`Change the announcement` : t`Write an announcement`}
      isOpen
      width="half"
      onOpenChange={(isOpen) => !isOpen && onClose()}
      footer={
        <>
          <Button onPress={onClose}>
            <Trans>Cancel</Trans>
          </Button>
          <Button variant={isPublished ? "primary" : "secondary"} isPending={isPending} onPress={() => submit(false)}>
            {isPublished ? <Trans>Save</Trans> : <Trans>Save as draft</Trans>}
          </Button>
          {!isPublished && (
            <Button variant="primary" isPending={isPending} onPress={() => submit(true)}>
              <Trans>Publish</Trans>
            </Button>
          )}
        </>
      }
    >
      <div className="form text-form">
        {shownErrors.map((message) => (
          <Banner key={message} tone="danger" role="alert">
            {message}
          </Banner>
        ))}
        {languages.map((language) => {
          const value = texts[language];
          const name = value ? words.language(language) : marked(language);
          const put = (next: typeof value) => setTexts({ ...texts, [language]: next });
          return value ? (
            <TextFields
              key={language}
              language={language}
              value={value}
              onChange={put}
              onRemove={hasSeveral ? () => put(null) : null}
              rows={6}
              errors={errors}
            >
              <AnnouncementText announcement={{ title: value.title, html: paragraphs(value.html), since: null }} />
            </TextFields>
          ) : (
            <div key={language}>
              <Button size="s" icon={Plus} onPress={() => put(noText)}>
                {t`Add a text in ${name}`}
              </Button>
            </div>
          );
        })}
        <AudienceChoice value={audience} onChange={setAudience} error={errors["audience"]} draft={draftOf(announcement)} />
        <PeriodFields value={rest} onChange={(dates) => setRest({ ...rest, ...dates })} errors={errors} />
        <ShownFields value={rest} onChange={(shown) => setRest({ ...rest, ...shown })} />
        {isPublished && (
          <Checkbox
            value={asksAgain}
            onChange={setAsksAgain}
            description={t`What they opened and confirmed before does not count any more. Leave this off for a small correction.`}
          >
            <Trans>Everybody reads it again</Trans>
          </Checkbox>
        )}
      </div>
    </Dialog>
  );
}
