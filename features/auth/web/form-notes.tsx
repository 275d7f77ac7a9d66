import { Trans } from "@lingui/react/macro";
import { Banner } from "#ui/banner.tsx";

interface FormNotesProps {
  /** What is wrong with the form as a whole; null when nothing is. */
  whole: string | null;
  /** The answer takes long. */
  isSlow?: boolean;
}

/** What an auth form says as a whole: why it was refused, or that its answer takes longer than usual (limiter.ts says when). */
export const FormNotes = ({ whole, isSlow = false }: FormNotesProps) => (
  <>
    {whole && (
      <Banner tone="danger" role="alert">
        {whole}
      </Banner>
    )}
    {isSlow && (
      <Banner tone="neutral" role="status">
        <Trans>This takes longer than usual, up to a minute. Keep this page open.</Trans>
      </Banner>
    )}
  </>
);
