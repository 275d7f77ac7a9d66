import { useLingui } from "@lingui/react/macro";
import { DateField } from "#ui/date-field.tsx";

interface Props {
  /** A day, "2026-12-01"; empty for access that does not end. */
  readonly value: string;
  readonly onChange: (day: string) => void;
  readonly min?: string;
  readonly error?: string | undefined;
}

/** Asks on which day access by an enrolment ends, if it does. */
export function AccessEndField(props: Props) {
  const { t } = useLingui();
  return (
    <DateField
      label={t`Access ends`}
      isOptional
      description={t`At the end of that day, in the portal's time zone. Their record is kept.`}
      {...props}
    />
  );
}
