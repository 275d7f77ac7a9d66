import { useLingui } from "@lingui/react/macro";
import {
  AtSign,
  Calendar,
  CalendarClock,
  Disc,
  FileText,
  Flag,
  Hash,
  Link as LinkIcon,
  ListTodo,
  ListTree,
  Paperclip,
  Phone,
  Text,
  ToggleLeft,
  UserRound,
} from "lucide-react";
import type { LucideIcon } from "lucide-react";
import type { KindName } from "../definition.ts";

/** The name, an explanation and the icon of each kind of field. */
export function useKindWords(): Readonly<Record<KindName, { label: string; description: string; icon: LucideIcon }>> {
  const { t } = useLingui();
  return {
    text: { label: t`Text`, description: t`One line, up to 200 characters`, icon: Text },
    long_text: { label: t`Long text`, description: t`Several lines, up to 2,000 characters`, icon: FileText },
    number: { label: t`Number`, description: t`With or without decimals`, icon: Hash },
    date: { label: t`Date`, description: t`A day of the calendar`, icon: Calendar },
    date_time: { label: t`Date and time`, description: t`A moment, shown in each reader's time zone`, icon: CalendarClock },
    yes_no: { label: t`Yes or no`, description: t`Or left open`, icon: ToggleLeft },
    single: { label: t`One of a list`, description: t`Values that you name`, icon: Disc },
    multi: { label: t`Several of a list`, description: t`Values that you name`, icon: ListTodo },
    tree: { label: t`Hierarchical list`, description: t`Values that stand below others, such as departments`, icon: ListTree },
    country: { label: t`Country or region`, description: t`Of the list of ISO 3166`, icon: Flag },
    phone: { label: t`Phone`, description: t`A telephone number`, icon: Phone },
    email: { label: t`E-mail`, description: t`Another address than the one to sign in with`, icon: AtSign },
    url: { label: t`Web address`, description: t`Shown as a link`, icon: LinkIcon },
    file: { label: t`File`, description: t`A document of the person`, icon: Paperclip },
    person: { label: t`Person`, description: t`Somebody else of this portal, such as a supervisor`, icon: UserRound },
  };
}
