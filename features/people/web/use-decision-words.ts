import { useLingui } from "@lingui/react/macro";
import type { Act } from "./decision-dialog.tsx";

type Words = Record<Act, string>;

/** What can be decided about an enrolment: its name, what follows from it, and the word once it is done. */
export function useDecisionWords(): { act: Words; effect: Words; done: Words } {
  const { t } = useLingui();
  return {
    act: {
      due: t`Change the due date`,
      exempt: t`Exempt`,
      reset: t`Reset the attempt`,
      complete: t`Mark complete`,
      date: t`Correct the date`,
      attempt: t`Add an attempt`,
      end: t`Unenrol`,
      reverse: t`Take back`,
    },
    effect: {
      due: t`The course is due on another day. Why they are enrolled stays as it is.`,
      exempt: t`Nothing is due any more. They can still take the course.`,
      reset: t`The next start begins a new attempt. The one so far stays in the history.`,
      complete: t`The course counts as completed. An attempt under way stays as it is.`,
      date: t`The completion gets another date. The recorded one is kept beside it.`,
      attempt: t`A result from elsewhere or on paper. It counts where it is later than what they did here; an earlier one only joins the history.`,
      end: t`They can no longer open the course. What they did and completed stays.`,
      reverse: t`It is as before this decision. Both stay on record.`,
    },
    done: {
      due: t`The due date is changed`,
      exempt: t`Exempted`,
      reset: t`The attempt is reset`,
      complete: t`Marked complete`,
      date: t`The date is corrected`,
      attempt: t`The attempt is added`,
      end: t`Unenrolled`,
      reverse: t`Taken back`,
    },
  };
}
