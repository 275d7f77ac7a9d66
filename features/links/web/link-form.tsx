import { Trans, useLingui } from "@lingui/react/macro";
import { useEffect, useRef, useState } from "react";
import { CoursePicker } from "#features/enrolment/web/course-picker.tsx";
import { AudienceFields, audienceFrom, conditionOf, isEmpty } from "#features/groups/web/audience-fields.tsx";
import { useTermsErrors, type TermsErrors } from "#features/groups/web/use-terms-errors.ts";
import { quickLinkIcons } from "#features/portal/quick-link-icons.ts";
import { QuickLinkPicture } from "#features/portal/web/quick-link.tsx";
import { useTextLanguages } from "#features/portal/web/use-text-languages.ts";
import { useMay } from "#features/portal/web/use-may.ts";
import { languages } from "#platform/languages.ts";
import { announce } from "#ui/announce.ts";
import { Banner } from "#ui/banner.tsx";
import { Button } from "#ui/button.tsx";
import { Checkbox } from "#ui/checkbox.tsx";
import { Dialog } from "#ui/dialog.tsx";
import { PeriodFields } from "#ui/period-fields.tsx";
import { Select } from "#ui/select.tsx";
import { TextField } from "#ui/text-field.tsx";
import { useZone } from "#ui/zone.ts";
import { QuickLinkTerms, type QuickLink, type SavedQuickLink } from "../contract.ts";
import { tryQuickLinkQuery, useCreateQuickLink, useSaveQuickLink } from "./hooks.ts";
import { LinkSecret } from "./link-secret.tsx";
import { SignedFields } from "./signed-fields.tsx";
import { useQuickLinkWords } from "./use-quick-link-words.ts";

type Props = {
  /** The link to change; null for a new one. */
  link: QuickLink | null;
  onClose: () => void;
};

/** Adds a quick link or changes one: titles by language, the address, its picture, for whom. */
export default function LinkForm({ link, onClose }: Props) {
  const { t } = useLingui();
  const words = useQuickLinkWords();
  const { isOffered, marked } = useTextLanguages();
  const ownZone = useZone();
  // What was saved and fetched meanwhile is another link than the one that was opened here.
  const [revision] = useState(link?.revision ?? 0);
  const may = useMay();
  const create = useCreateQuickLink();
  const save = useSaveQuickLink();
  const [titles, setTitles] = useState(() => ({ en: link?.titles.en ?? "", de: link?.titles.de ?? "" }));
  const [rest, setRest] = useState(() => ({
    address: link?.address ?? "",
    signed: link?.signed ?? false,
    icon: link?.icon ?? ("link" as const),
    newTab: link?.newTab ?? true,
    language: link?.language ?? ("any" as const),
    startsAt: link?.startsAt ?? "",
    endsAt: link?.endsAt ?? "",
    timeZone: link?.timeZone ?? ownZone,
  }));
  const [audience, setAudience] = useState(() => audienceFrom(link?.audience ?? null));
  const messages = useTermsErrors();
  const [errors, setErrors] = useState<TermsErrors>({});
  const form = useRef<HTMLDivElement>(null);
  // What is wrong may be far above the button.
  useEffect(() => form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus(), [errors]);
  const secret = create.data?.secret ?? save.data?.secret;

  const submit = () => {
    if (isEmpty(audience)) return setErrors(messages.noCondition);
    const read = QuickLinkTerms.safeParse({
      ...rest,
      language: rest.language === "any" ? null : rest.language,
      startsAt: rest.startsAt || null,
      endsAt: rest.endsAt || null,
      titles: { en: titles.en.trim() || null, de: titles.de.trim() || null },
      audience: conditionOf(audience),
    });
    if (!read.success) return setErrors(messages.ofIssues(read.error.issues));
    setErrors({});
    const outcome = {
      onSuccess: (saved: SavedQuickLink) => {
        // It stands in the list now; a toast would lie over the buttons of this dialog when it is opened again.
        announce(link ? t`The quick link was changed` : t`The quick link was added`);
        if (saved.secret === null) onClose();
      },
      onError: (error: Error) => setErrors(messages.ofRefusal(error)),
    };
    if (link) save.mutate({ params: { linkId: link.id }, body: { ...read.data, revision } }, outcome);
    else create.mutate(read.data, outcome);
  };
  if (secret) return <LinkSecret secret={secret} onClose={onClose} />;
  const shownErrors = ["", "titles", "audience"].map((field) => errors[field]).filter((one) => one !== undefined);
  return (
    <Dialog
      title={link ? t`Change the quick link` : t`Add a quick link`}
      isOpen
      width="half"
      onOpenChange={(isOpen) => !isOpen && onClose()}
      footer={
        <>
          <Button onPress={onClose}>
            <Trans>Cancel</Trans>
          </Button>
          <Button variant="primary" isPending={create.isPending || save.isPending} onPress={submit}>
            <Trans>Save</Trans>
          </Button>
        </>
      }
    >
      <div className="form quick-links-form" ref={form}>
        {shownErrors.map((message) => (
          <Banner key={message} tone="danger" role="alert">
            {message}
          </Banner>
        ))}
        <div className="quick-links-titles">
          {languages.map((language) => {
            const name = words.language(language);
            return (
              <TextField
                key={language}
                id={`title-${language}`}
                label={t`Title in ${name}`}
                autoComplete="off"
                maxLength={60}
                value={titles[language]}
                onChange={(title) => setTitles({ ...titles, [language]: title })}
                description={isOffered(language) ? undefined : t`This portal does not offer this language.`}
                error={errors[`titles.${language}`]}
              />
            );
          })}
        </div>
        <p className="muted small">
          <Trans>One language is enough: whoever reads another one sees that title too.</Trans>
        </p>
        <TextField
          id="address"
          label={t`Address`}
          description={
            rest.signed
              ? t`It begins with https://.`
              : t`It begins with https:// or mailto:, or is a path of this portal such as /v/course/catalog/categories.`
          }
          autoComplete="off"
          dir="ltr"
          maxLength={1000}
          spellCheck={false}
          value={rest.address}
          onChange={(address) => setRest({ ...rest, address })}
          error={errors["address"]}
        />
        {may("see-people") && !rest.signed && (
          <CoursePicker
            label={t`Or a course of this portal`}
            description={t`Its address is put into the field above.`}
            value={null}
            onChange={(course) => course && setRest({ ...rest, address: `/v/course/details/online/${course.id}` })}
            clearsItself
            isChosen
          />
        )}
        <SignedFields value={rest.signed} hasSecret={link?.signed ?? false} onChange={(signed) => setRest({ ...rest, signed })} />
        <div className="quick-links-picture">
          <Select
            label={t`Picture`}
            options={quickLinkIcons.map((id) => ({ id, label: words.icon[id] }))}
            value={rest.icon}
            onChange={(icon) => setRest({ ...rest, icon })}
          />
          <QuickLinkPicture of={rest.icon} size="l" />
        </div>
        <Checkbox value={rest.newTab} onChange={(newTab) => setRest({ ...rest, newTab })}>
          <Trans>Opens in a new tab</Trans>
        </Checkbox>
        <AudienceFields value={audience} onChange={setAudience} ask={tryQuickLinkQuery} />
        <Select
          label={t`Language of its readers`}
          options={[{ id: "any" as const, label: t`Any language` }, ...languages.map((id) => ({ id, label: marked(id) }))]}
          value={rest.language}
          onChange={(language) => setRest({ ...rest, language })}
        />
        <PeriodFields value={rest} onChange={(dates) => setRest({ ...rest, ...dates })} errors={errors} />
      </div>
    </Dialog>
  );
}
