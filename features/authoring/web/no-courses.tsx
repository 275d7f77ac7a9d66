import { Trans, useLingui } from "@lingui/react/macro";
import { BookPlus, Plus } from "lucide-react";
import { Button } from "#ui/button.tsx";
import { EmptyState } from "#ui/empty-state.tsx";

/** The texts for when the author's courses cannot be loaded. */
export function useFailureWords() {
  const { t } = useLingui();
  return { title: t`Your courses could not be loaded`, safe: t`They are kept.` };
}

/** Shown at an author's first visit. */
export function NoCourses({ onCreate }: { onCreate: () => void }) {
  const { t } = useLingui();
  return (
    <EmptyState
      icon={BookPlus}
      title={t`You have no courses yet`}
      message={t`Courses you create are listed here, with what learners do in them.`}
      action={
        <Button variant="primary" icon={Plus} onPress={onCreate}>
          <Trans>Create a Course</Trans>
        </Button>
      }
    />
  );
}
