import { Trans, useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { plural } from "@lingui/core/macro";
import { CalendarClock, Eye, History, KeyRound, Pencil, RefreshCw, Trash2, Users, UsersRound } from "lucide-react";
import type { LucideIcon } from "lucide-react";
import { choicesQuery } from "#features/conditions/web/hooks.ts";
import { useConditionWords } from "#features/conditions/web/use-condition-words.ts";
import { useEnvironment } from "#features/portal/web/environment.ts";
import { QuickLink as Shown, QuickLinkPicture } from "#features/portal/web/quick-link.tsx";
import { languages } from "#platform/languages.ts";
import { announce } from "#ui/announce.ts";
import { timeOptions } from "#ui/format-time.ts";
import { Icon } from "#ui/icon.tsx";
import { IconButton } from "#ui/icon-button.tsx";
import { OrderedList } from "#ui/ordered-list.tsx";
import { Tag } from "#ui/tag.tsx";
import { Time } from "#ui/time.tsx";
import { toast } from "#ui/toast.ts";
import type { Tone } from "#ui/tone.ts";
import type { QuickLink, QuickLinkState } from "../contract.ts";
import { useCheckQuickLink, useOrderQuickLinks } from "./hooks.ts";
import { LinkHealth } from "./link-health.tsx";
import { useQuickLinkWords } from "./use-quick-link-words.ts";

type Props = {
  links: readonly QuickLink[];
  onEdit: (link: QuickLink) => void;
  onDelete: (link: QuickLink) => void;
  onRenew: (link: QuickLink) => void;
};

/** The quick links in their order, to be put in another one, changed and deleted. */
export default function LinkRows({ links, onEdit, onDelete, onRenew }: Props) {
  const { t } = useLingui();
  const { titleOf } = useQuickLinkWords();
  const order = useOrderQuickLinks();
  const check = useCheckQuickLink();
  const ask = (link: QuickLink, name: string) =>
    check.mutate(link.id, {
      onSuccess: () => announce(t`${name} was checked`),
      onError: (error) => toast({ tone: "danger", title: t`The link was not checked`, message: error.message }),
    });
  return (
    <OrderedList
      label={t`Quick links in their order`}
      items={links}
      nameOf={titleOf}
      onOrder={(ids) =>
        order.mutate(ids, {
          onError: (error) => toast({ tone: "danger", title: t`The order was not changed`, message: error.message }),
        })
      }
      renderActions={(link) => {
        const name = titleOf(link);
        return (
          <>
            {isChecked(link.address) && <IconButton icon={RefreshCw} label={t`Check now: ${name}`} onPress={() => ask(link, name)} />}
            {link.signed && <IconButton icon={KeyRound} label={t`Renew the secret: ${name}`} onPress={() => onRenew(link)} />}
            <IconButton icon={Pencil} label={t`Change: ${name}`} onPress={() => onEdit(link)} />
            <IconButton icon={Trash2} label={t`Delete: ${name}`} onPress={() => onDelete(link)} />
          </>
        );
      }}
    >
      {(link) => <LinkText link={link} />}
    </OrderedList>
  );
}

/** Whether it can be found out that something is at an address: of a web server, or a screen. */
const isChecked = (address: string) => /^(?:https?:\/\/|\/v(?:\/|$))/.test(address);

const looks: Record<QuickLinkState, { icon: LucideIcon; tone: Tone }> = {
  scheduled: { icon: CalendarClock, tone: "info" },
  shown: { icon: Eye, tone: "success" },
  over: { icon: History, tone: "neutral" },
};

/** From when until when it is shown, by the clocks of its zone. */
function Dates({ link: { startsAt, endsAt, timeZone } }: { link: QuickLink }) {
  const { i18n } = useLingui();
  // The time of the zone, as it stands.
  const time = (local: string) => (
    <bdi className="num">
      {new Intl.DateTimeFormat(i18n.locale, timeOptions("dateTime", 0, Infinity, "UTC")).format(new Date(`${local}Z`))}
    </bdi>
  );
  const zone = <bdi>{timeZone.replaceAll("_", " ")}</bdi>;
  if (startsAt === null)
    return endsAt === null ? null : (
      <Trans>
        Until {time(endsAt)}, {zone}
      </Trans>
    );
  if (endsAt === null)
    return (
      <Trans>
        From {time(startsAt)}, {zone}
      </Trans>
    );
  return (
    <Trans>
      From {time(startsAt)} until {time(endsAt)}, {zone}
    </Trans>
  );
}

/** A signed link: one can open it where it is one's own too, for the server says in its address who opens it. */
function SignedLink({ link }: { link: QuickLink }) {
  const { titleOf } = useQuickLinkWords();
  const own = useEnvironment().QuickLinks.find(({ Id }) => Id === link.id);
  if (own) return <Shown link={{ ...own, Title: titleOf(link) }} />;
  return (
    <span className="quick-link">
      <QuickLinkPicture of={link.icon} />
      <strong>
        <bdi>{titleOf(link)}</bdi>
      </strong>
    </span>
  );
}

/** A link as people see it, where it leads, and for whom it is. */
function LinkText({ link }: { link: QuickLink }) {
  const { t } = useLingui();
  const { clicks } = link;
  const { titleOf, language, state } = useQuickLinkWords();
  const readers = link.language === null ? "" : language(link.language);
  const { data: choices } = useQuery(choicesQuery);
  const tell = useConditionWords(choices);
  const sentence = link.audience && choices ? tell(link.audience) : "";
  const written = languages.filter((one) => link.titles[one] !== null).map(language);
  return (
    <div className="quick-links-text">
      {link.signed ? (
        <SignedLink link={link} />
      ) : (
        <Shown link={{ Title: titleOf(link), Address: link.address, Icon: link.icon, NewTab: link.newTab }} />
      )}
      <span className="muted small">
        <bdi>{link.address}</bdi>
      </span>
      <span className="muted small quick-links-for">
        <Icon of={link.audience ? UsersRound : Users} size="s" />
        <span>
          {link.audience === null ? (
            <Trans>For everybody</Trans>
          ) : (
            <Trans>
              For everybody who <bdi>{sentence}</bdi>
            </Trans>
          )}
          {" · "}
          {written.join(", ")}
          {link.language !== null && (
            <>
              {" · "}
              <Trans>only for readers of {readers}</Trans>
            </>
          )}
        </span>
      </span>
      <span className="muted small">{t`${plural(clicks, { one: "# click in 30 days", other: "# clicks in 30 days" })}`}</span>
      {link.signed && (
        <span className="quick-links-dates">
          <Tag icon={KeyRound}>{t`Signed`}</Tag>
          {link.secretMadeAt !== null && (
            <span className="muted small">
              <Trans>
                Secret of <Time instant={link.secretMadeAt} kind="date" />
              </Trans>
            </span>
          )}
        </span>
      )}
      {link.health && <LinkHealth health={link.health} />}
      {(link.startsAt !== null || link.endsAt !== null) && (
        <span className="quick-links-dates">
          <Tag icon={looks[link.state].icon} tone={looks[link.state].tone}>
            {state[link.state]}
          </Tag>
          <span className="muted small">
            <Dates link={link} />
          </span>
        </span>
      )}
    </div>
  );
}
