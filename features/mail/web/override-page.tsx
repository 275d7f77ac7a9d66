import { Trans, useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { PenLine, Trash2, Undo2 } from "lucide-react";
import { useId, useState } from "react";
import { useNavigate } from "react-router";
import { useTextLanguages } from "#features/portal/web/use-text-languages.ts";
import { CallError } from "#platform/call.ts";
import { announce } from "#ui/announce.ts";
import { BusyRegion } from "#ui/busy-region.tsx";
import { Button } from "#ui/button.tsx";
import { EmptyState } from "#ui/empty-state.tsx";
import { ErrorState } from "#ui/error-state.tsx";
import { LazyConfirmDialog } from "#ui/lazy-confirm-dialog.tsx";
import { LinkButton } from "#ui/link-button.tsx";
import { LinkTabs } from "#ui/link-tabs.tsx";
import { PageHeader } from "#ui/page-header.tsx";
import { Select } from "#ui/select.tsx";
import { Skeleton } from "#ui/skeleton.tsx";
import { Tag } from "#ui/tag.tsx";
import { toast } from "#ui/toast.ts";
import type { EventWays, Override } from "../overrides-contract.ts";
import { textLanguages, type TextLanguage } from "../texts-contract.ts";
import { DaysField, daysAsText, daysFrom } from "./days-field.tsx";
import { overrideTextQuery, useRemoveOverride, useSaveOverride, useSaveOverrideText } from "./overrides-hooks.ts";
import { TextEditor } from "./text-editor.tsx";

type Props = { event: string; language: TextLanguage; overrideId: number };

/** The letter of a course or a group: what it inherits from the portal and what it has of its own (MAIL-1). */
export default function OverridePage({ event, language, overrideId }: Props) {
  const { t } = useLingui();
  const { marked } = useTextLanguages();
  const query = useQuery(overrideTextQuery({ overrideId, language }));
  const save = useSaveOverrideText({ overrideId, language });
  const { data } = query;
  const isAbsent = query.error instanceof CallError && query.error.status === 404;
  const portal = `/admin/emailTexts/${event}/${language}`;
  const name = data?.override.name ?? "";
  return (
    <div className="page stack">
      <PageHeader
        title={data?.title ?? (isAbsent ? t`This email is not there` : t`Email`)}
        back={{ to: portal, label: t`The email of the portal` }}
        {...(data && {
          meta: data.text ? (
            <Tag icon={PenLine} tone="info">
              {t`Own text`}
            </Tag>
          ) : (
            <Tag icon={Undo2}>{t`Inherited from the portal`}</Tag>
          ),
          description: data.override.kind === "course" ? t`For the course ${name}` : t`For the people of the group ${name}`,
        })}
      />
      {isAbsent ? (
        <EmptyState
          title={t`There is nothing to see`}
          message={t`This course or group is told as the portal is.`}
          action={<LinkButton to={portal}>{t`The email of the portal`}</LinkButton>}
        />
      ) : query.isError && !data ? (
        <ErrorState
          title={t`The email could not be loaded`}
          safe={t`Nothing was changed.`}
          requestId={query.error instanceof CallError ? query.error.requestId : undefined}
          onRetry={() => void query.refetch()}
          isRetrying={query.isFetching}
        />
      ) : (
        <>
          <LinkTabs
            label={t`Language`}
            tabs={textLanguages.map((one) => ({ to: `/admin/emailTexts/${event}/${one}?for=${overrideId}`, label: marked(one) }))}
          />
          <BusyRegion isBusy={!data} label={t`Loading the email`} skeleton={<Skeleton count={6} />}>
            {data && (
              <>
                <TextEditor key={language} shown={data} save={save} />
                <Ways ways={data.ways} override={data.override} language={language} portal={portal} />
              </>
            )}
          </BusyRegion>
        </>
      )}
    </div>
  );
}

const choices = ["inherited", "on", "off"] as const;

/** Whether and when a course or a group is told, and how it inherits all again. */
function Ways({ ways, override, language, portal }: { ways: EventWays; override: Override; language: TextLanguage; portal: string }) {
  const { t } = useLingui();
  const id = useId();
  const navigate = useNavigate();
  const save = useSaveOverride({ overrideId: override.id, language });
  const remove = useRemoveOverride(override.id);
  const [isOn, setOn] = useState<(typeof choices)[number]>(override.isOn === null ? "inherited" : override.isOn ? "on" : "off");
  const [text, setText] = useState(daysAsText(override.days));
  const [problem, setProblem] = useState<string>();
  const [isAsking, setAsking] = useState(false);
  const timing = override.kind === "course" ? ways.timing : null;
  const labels = { inherited: ways.isOff ? t`Inherited: switched off` : t`Inherited: on`, on: t`On`, off: t`Switched off` };
  const { name } = override;
  const submit = () => {
    const days = timing ? daysFrom(text) : null;
    if (days === undefined) return setProblem(t`Enter whole numbers with commas between, such as 7, 1.`);
    setProblem(undefined);
    save.mutate(
      { isOn: isOn === "inherited" ? null : isOn === "on", days },
      {
        onSuccess: (saved) => {
          setText(daysAsText(saved.days));
          announce(t`Saved`);
        },
        onError: (error) => {
          if (error instanceof CallError && error.errors.length > 0) setProblem(error.errors[0]?.message);
          else toast({ tone: "danger", title: t`This was not saved`, message: error.message });
        },
      },
    );
  };
  return (
    <div className="mail-ways">
      {(ways.canBeOff || timing) && (
        <section className="card mail-part" aria-labelledby={`${id}-ways`}>
          <h2 id={`${id}-ways`}>{t`Whether and when it is sent`}</h2>
          <form
            className="mail-ask"
            noValidate
            onSubmit={(submitted) => {
              submitted.preventDefault();
              submit();
            }}
          >
            {ways.canBeOff && (
              <Select label={t`Mail`} options={choices.map((one) => ({ id: one, label: labels[one] }))} value={isOn} onChange={setOn} />
            )}
            {timing && (
              <DaysField timing={timing} inherited={timing.days ?? timing.usual} value={text} onChange={setText} error={problem} />
            )}
            <Button type="submit" isPending={save.isPending} pendingLabel={t`Saving`}>
              <Trans>Save when it is sent</Trans>
            </Button>
          </form>
          {!timing && problem && <p className="ui-error">{problem}</p>}
        </section>
      )}
      <div className="row">
        <Button icon={Trash2} onPress={() => setAsking(true)}>
          <Trans>Inherit everything again</Trans>
        </Button>
      </div>
      <LazyConfirmDialog
        isOpen={isAsking}
        tone="danger"
        isPending={remove.isPending}
        onCancel={() => setAsking(false)}
        onConfirm={() =>
          remove.mutate(undefined, {
            onSuccess: () => void navigate(portal),
            onError: (error) => toast({ tone: "danger", title: t`Nothing was removed`, message: error.message }),
            onSettled: () => setAsking(false),
          })
        }
      >
        <p>
          <Trans>
            Tell <bdi>{name}</bdi> as the portal says again? Its own texts of this email are removed in all languages.
          </Trans>
        </p>
      </LazyConfirmDialog>
    </div>
  );
}
