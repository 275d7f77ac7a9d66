import { Plural, useLingui } from "@lingui/react/macro";
import { useEffect, useRef } from "react";
import { CircleAlert } from "lucide-react";
import { Icon } from "./icon.tsx";
import "./banner.css";

type FormErrorSummaryProps = {
  /** In the order of the form: the field's id, and the sentence that is shown under the field. */
  errors: readonly { id: string; message: string }[];
  /** Changes at each submit (form.formState.submitCount), so that the summary takes the focus again. */
  focusKey?: number;
  title?: string;
};

/** What is wrong with a form, shown after submitting it. Takes the focus; each line is a link to its field. */
export function FormErrorSummary({ errors, focusKey, title }: FormErrorSummaryProps) {
  const { t } = useLingui();
  const box = useRef<HTMLDivElement>(null);
  const hasErrors = errors.length > 0;
  useEffect(() => {
    if (hasErrors) box.current?.focus();
  }, [focusKey, hasErrors]);
  if (!hasErrors) return null;
  return (
    <div ref={box} tabIndex={-1} role="group" aria-label={title ?? t`There is a problem`} className="ui-banner" data-tone="danger">
      <Icon of={CircleAlert} />
      <div className="ui-banner-text">
        <p className="ui-banner-title">{title ?? <Plural value={errors.length} one="Check one field" other="Check # fields" />}</p>
        <ul>
          {errors.map((error) => (
            <li key={error.id}>
              <a
                href={`#${error.id}`}
                onClick={(event) => {
                  event.preventDefault();
                  focusField(document.getElementById(error.id));
                }}
              >
                {error.message}
              </a>
            </li>
          ))}
        </ul>
      </div>
    </div>
  );
}

/** Focuses a field; in a group of choices the chosen one, else the first. */
function focusField(element: HTMLElement | null) {
  const inner = element?.matches("div")
    ? (element.querySelector<HTMLElement>("input:checked") ?? element.querySelector<HTMLElement>("input, button"))
    : null;
  (inner ?? element)?.focus();
}
