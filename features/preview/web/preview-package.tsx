import { useLingui } from "@lingui/react/macro";
import type { OpenedPackage } from "#features/scorm/contract.ts";
import { lazyPart } from "#ui/lazy-part.tsx";
import { Spinner } from "#ui/spinner.tsx";

/** Loaded where a package plays. */
const UnrecordedPackage = lazyPart(() => import("#features/scorm/web/unrecorded-package.tsx"));

interface PreviewPackageProps {
  readonly open: () => Promise<OpenedPackage>;
  /** Whether it is the whole course, and not a part beside others in a lesson. */
  readonly isWhole?: boolean;
}

/** A SCORM package where its learners would have it. It plays as for them, and nothing of it is recorded. */
export function PreviewPackage({ open, isWhole }: PreviewPackageProps) {
  const { t } = useLingui();
  return (
    <div className="preview-package" data-whole={isWhole || undefined}>
      <UnrecordedPackage open={open} notice={t`Preview. Nothing is recorded.`} meanwhile={<Spinner label={t`Opening the package`} />} />
    </div>
  );
}
