import { useLingui } from "@lingui/react/macro";
import { ChevronLeft, ChevronRight } from "lucide-react";
import { IconButton } from "#ui/icon-button.tsx";

interface PageStepsProps {
  readonly page: number;
  readonly pageSize: number;
  readonly total: number;
  readonly onPage: (page: number) => void;
}

/** Steps from page to page of a list inside a dialog, which has no address of its own. */
export function PageSteps({ page, pageSize, total, onPage }: PageStepsProps) {
  const { t, i18n } = useLingui();
  const count = Math.ceil(total / pageSize);
  if (count <= 1) return null;
  const [at, of] = [i18n.number(page), i18n.number(count)];
  return (
    <nav className="row reuse-steps" aria-label={t`Pages`}>
      <IconButton icon={ChevronLeft} flip label={t`Previous page`} isDisabled={page <= 1} onPress={() => onPage(page - 1)} />
      <span className="small muted num">{t`Page ${at} of ${of}`}</span>
      <IconButton icon={ChevronRight} flip label={t`Next page`} isDisabled={page >= count} onPress={() => onPage(page + 1)} />
    </nav>
  );
}
