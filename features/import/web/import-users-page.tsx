import { Trans, useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { FileUp } from "lucide-react";
import * as z from "zod/mini";
import { SectionTabs } from "#features/shell/web/section-tabs.tsx";
import type { Prefetch } from "#platform/web/prefetch.ts";
import { ErrorState } from "#ui/error-state.tsx";
import { LinkButton } from "#ui/link-button.tsx";
import { PageHeader } from "#ui/page-header.tsx";
import { Skeleton } from "#ui/skeleton.tsx";
import { useUrlState } from "#ui/use-url-state.ts";
import type { Import } from "../contract.ts";
import { CheckPart } from "./check-part.tsx";
import { importQuery, importsQuery } from "./hooks.ts";
import { JobPart } from "./job-part.tsx";
import { MappingPart } from "./mapping-part.tsx";
import { StartPart } from "./start-part.tsx";
import "./import.css";

/** Prefetches what the screen shows first, when somebody points at a link to it. */
export const prefetch: Prefetch = (client) => client.prefetchQuery(importsQuery);

const shape = { import: z.coerce.number().check(z.int(), z.gte(0)), step: z.enum(["", "columns"]) };
const defaults = { import: 0, step: "" as const };

/** Import Users (specification §2): a table becomes people, in steps, and nothing is written before it was checked and confirmed. */
export default function ImportUsersPage() {
  const { t } = useLingui();
  const { state, set } = useUrlState(shape, defaults);
  return (
    <div className="page">
      <PageHeader
        title={t`Import Users`}
        actions={
          state.import !== 0 && (
            <LinkButton to="/users/import" icon={FileUp}>
              <Trans>Another table</Trans>
            </LinkButton>
          )
        }
      />
      <SectionTabs of="users" />
      {state.import === 0 ? (
        <StartPart onTaken={({ id }) => set({ import: id, step: "" })} />
      ) : (
        <OneImport
          key={state.import}
          id={state.import}
          isAtColumns={state.step === "columns"}
          toColumns={() => set({ step: "columns" })}
          onChecked={() => set({ step: "" })}
        />
      )}
    </div>
  );
}

interface OneImportProps {
  readonly id: number;
  readonly isAtColumns: boolean;
  readonly toColumns: () => void;
  readonly onChecked: () => void;
}

function OneImport({ id, isAtColumns, toColumns, onChecked }: OneImportProps) {
  const { t } = useLingui();
  const { data, isError, refetch } = useQuery(importQuery(id));
  if (isError && !data) return <ErrorState title={t`This import could not be loaded`} onRetry={() => void refetch()} />;
  if (!data) return <Skeleton shape="table" count={5} />;
  const step = stepOf(data, isAtColumns);
  return (
    <div className="import">
      <Steps now={step} />
      <h2 className="import-file">
        <bdi>{data.fileName}</bdi>
      </h2>
      {data.state.endsWith("ing") && data.jobId !== null ? (
        <JobPart one={data} jobId={data.jobId} toColumns={toColumns} isAtColumns={isAtColumns} onChecked={onChecked} />
      ) : step === "columns" ? (
        <MappingPart one={data} onChecked={onChecked} />
      ) : (
        <CheckPart one={data} toColumns={toColumns} />
      )}
    </div>
  );
}

const steps = ["table", "columns", "check", "report"] as const;
type Step = (typeof steps)[number];

function stepOf({ state }: Import, isAtColumns: boolean): Step {
  if (state === "read" || (state === "checked" && isAtColumns)) return "columns";
  return state === "checking" || state === "checked" ? "check" : "report";
}

function Steps({ now }: { now: Step }) {
  const { t } = useLingui();
  const names: Record<Step, string> = { table: t`Table`, columns: t`Columns`, check: t`Check`, report: t`Report` };
  return (
    <ol className="import-steps" aria-label={t`Steps of the import`}>
      {steps.map((step) => (
        <li key={step} aria-current={step === now ? "step" : undefined} data-done={steps.indexOf(step) < steps.indexOf(now) || undefined}>
          {names[step]}
        </li>
      ))}
    </ol>
  );
}
