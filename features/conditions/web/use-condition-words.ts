import { plural } from "@lingui/core/macro";
import { useLingui } from "@lingui/react/macro";
import { languageName } from "#ui/language-name.ts";
import { useUiLocale } from "#ui/zone.ts";
import { zoneName } from "#ui/zone-name.ts";
import type { Combined, Condition } from "../condition.ts";
import type { Choices } from "../contract.ts";
import type { FieldTest } from "../field/field.ts";
import type { TestKind, TestOf } from "../kinds.ts";
import type { When } from "../moment.ts";
import type { TextTest } from "../text-test.ts";

/** As in condition.ts, which brings the schemas: screens that only tell conditions have no room for them. */
const isCombined = (condition: Condition): condition is Combined => "of" in condition && typeof condition.of === "object";

/** The names that conditions are told with: all that there is to choose, or only those in some condition. */
type ConditionNames = Pick<Choices, "groups" | "courses" | "managers"> & {
  readonly fields: readonly Omit<Choices["fields"][number], "way">[];
};

/** Says a condition as a sentence: "is active and is in Nursing". A group, course or field that is not among the choices has no name any more. */
export function useConditionWords(choices: ConditionNames | undefined): (condition: Condition) => string {
  const { t } = useLingui();
  const locale = useUiLocale();
  const list = (type: "conjunction" | "disjunction", parts: readonly string[]) => new Intl.ListFormat(locale, { type }).format(parts);
  const nameIn = (of: readonly { id: number; name: string }[] | undefined, id: number) =>
    of?.find((one) => one.id === id)?.name ?? t`(no longer there)`;
  const namesOf = (of: readonly { id: number; name: string }[] | undefined, ids: readonly number[]) =>
    list(
      "disjunction",
      ids.map((id) => nameIn(of, id)),
    );
  const dayWords = (day: string) =>
    new Intl.DateTimeFormat(locale, { dateStyle: "long", timeZone: "UTC" }).format(new Date(`${day}T00:00:00Z`));
  const whenWords = (when: When) => {
    if ("days" in when && when.test === "within") return t`${plural(when.days, { one: "in the last day", other: "in the last # days" })}`;
    if ("days" in when) return t`${plural(when.days, { one: "more than a day ago", other: "more than # days ago" })}`;
    const day = dayWords(when.day);
    return when.test === "before" ? t`before ${day}` : t`on or after ${day}`;
  };
  const textWords = (what: string, { test, text }: TextTest) =>
    ({
      is: t`${what} is “${text}”`,
      contains: t`${what} contains “${text}”`,
      begins: t`${what} begins with “${text}”`,
      ends: t`${what} ends with “${text}”`,
    })[test];
  const between = (what: string, least: string | null, most: string | null) => {
    if (least !== null && most !== null) return t`${what} is between ${least} and ${most}`;
    if (least !== null) return t`${what} is ${least} or more`;
    return most === null ? t`${what} has a value` : t`${what} is ${most} or less`;
  };
  const oneOfWords = (what: string, some: readonly string[]) => {
    const names = list("disjunction", some);
    return t`${what} is ${names}`;
  };
  const fieldWords = (what: string, is: FieldTest, options: readonly { id: number; name: string }[]) => {
    switch (is.by) {
      case "none":
        return t`${what} has no value`;
      case "text":
        return textWords(what, is);
      case "number":
        return between(what, is.least?.toLocaleString(locale) ?? null, is.most?.toLocaleString(locale) ?? null);
      case "yes":
        return is.is ? t`${what} is yes` : t`${what} is no`;
      case "day":
        return between(what, is.from && dayWords(is.from), is.to && dayWords(is.to));
      case "moment": {
        const when = whenWords(is.when);
        return t`${what}: ${when}`;
      }
      case "option":
        return oneOfWords(
          what,
          is.optionIds.map((id) => nameIn(options, id)),
        );
      case "person":
        return t`${what} is one of some people`;
    }
  };
  const words: { readonly [K in TestKind]: (test: TestOf<K>) => string } = {
    profile: (test) => textWords({ name: t`name`, givenName: t`first name`, familyName: t`last name`, email: t`email` }[test.of], test),
    externalId({ is }) {
      if ("text" in is) return textWords(t`external ID`, is);
      return is.test === "set" ? t`has an external ID` : t`has no external ID`;
    },
    language({ languages }) {
      if (languages === null) return t`has chosen no language`;
      return oneOfWords(
        t`language`,
        languages.map((one) => languageName(one, locale)),
      );
    },
    timeZone: ({ zones }) => (zones === null ? t`has chosen no time zone` : oneOfWords(t`time zone`, zones.map(zoneName))),
    status: ({ is }) => (is === "active" ? t`is active` : t`is deactivated`),
    role: ({ is }) =>
      ({ student: t`has no role besides student`, author: t`is an author`, manager: t`is a manager`, admin: t`is an administrator` })[is],
    date({ of, when }) {
      if (when === null) return of === "joined" ? t`has never joined` : t`has never signed in`;
      const said = whenWords(when);
      return of === "joined" ? t`joined ${said}` : t`last signed in ${said}`;
    },
    enrolment({ test, courseIds }) {
      const course = courseIds.length > 0 ? namesOf(choices?.courses, courseIds) : t`any course`;
      return test === "enrolled" ? t`is enrolled in ${course}` : t`is overdue in ${course}`;
    },
    completion({ courseIds, when }) {
      const course = courseIds.length > 0 ? namesOf(choices?.courses, courseIds) : t`any course`;
      const said = when && whenWords(when);
      return said ? t`has completed ${course} ${said}` : t`has completed ${course}`;
    },
    group({ groupIds }) {
      const groups = namesOf(choices?.groups, groupIds);
      return t`is in ${groups}`;
    },
    scope({ managerIds }) {
      if (!choices?.managers) return t`is in the team of a manager`;
      const managers = namesOf(choices.managers, managerIds);
      return t`is in the team of ${managers}`;
    },
    field({ fieldId, is }) {
      const field = choices?.fields.find(({ id }) => id === fieldId);
      return fieldWords(field?.name ?? t`(no longer there)`, is, field?.options ?? []);
    },
  };
  const tell = (condition: Condition, isInside = false): string => {
    if (!isCombined(condition)) return words[condition.kind](condition as never);
    if (condition.of.length === 0) return condition.kind === "any" ? t`is nobody` : t`is anybody`;
    const parts = condition.of.map((one) => tell(one, condition.of.length > 1 || condition.kind === "none"));
    if (condition.kind === "none") {
      const said = list("disjunction", parts);
      return t`not (${said})`;
    }
    const said = list(condition.kind === "all" ? "conjunction" : "disjunction", parts);
    return isInside && condition.of.length > 1 ? `(${said})` : said;
  };
  return (condition) => tell(condition);
}
