import { Trans, useLingui } from "@lingui/react/macro";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import { CallError } from "#platform/call.ts";
import type { Result } from "#platform/contract.ts";
import { Banner } from "#ui/banner.tsx";
import { BusyRegion } from "#ui/busy-region.tsx";
import { Button } from "#ui/button.tsx";
import { LinkButton } from "#ui/link-button.tsx";
import { PageHeader } from "#ui/page-header.tsx";
import { Skeleton } from "#ui/skeleton.tsx";
import type { lookAtCode, redeemCode } from "../contract.ts";
import { CodeForm } from "./code-form.tsx";
import { GetsList } from "./gets-list.tsx";
import { keepCode, takeCode } from "./kept-code.ts";
import { refusalOf } from "./refusal.ts";
import { lookQuery, useRedeem } from "./use-hooks.ts";

type Looked = Result<typeof lookAtCode>;

/** Use a code (AUTH-4): somebody who has an account types a code or comes by its link, sees what it gives, and takes it. */
export default function UseCodePage() {
  const { t } = useLingui();
  const client = useQueryClient();
  const [code, setCode] = useState(takeCode);
  const [gained, setGained] = useState<Result<typeof redeemCode> | null>(null);
  const looked = useQuery({ ...lookQuery(code ?? ""), enabled: code !== null && gained === null });
  const look = async (typed: string) => {
    await client.fetchQuery(lookQuery(typed));
    keepCode(typed);
    setCode(typed);
  };
  const another = () => {
    keepCode(null);
    setCode(null);
    setGained(null);
  };
  const refusal = looked.error instanceof CallError ? refusalOf(looked.error) : (looked.error?.message ?? null);
  return (
    <div className="page">
      <PageHeader
        title={t`Use a code`}
        description={t`A code from a letter, a poster or a colleague gives you courses, groups or a role.`}
      />
      {gained ? (
        <Gained gained={gained} onAnother={another} />
      ) : (
        <BusyRegion isBusy={code !== null && looked.isPending} label={t`Looking at the code`} skeleton={<Skeleton count={4} />}>
          {code !== null && looked.data ? (
            <Confirm looked={looked.data} code={code} onGained={setGained} onAnother={another} />
          ) : (
            <CodeForm key={code} code={code} refusal={code === null ? null : refusal} send={look} isFocused />
          )}
        </BusyRegion>
      )}
    </div>
  );
}

interface ConfirmProps {
  readonly looked: Looked;
  readonly code: string;
  readonly onGained: (gained: Result<typeof redeemCode>) => void;
  readonly onAnother: () => void;
}

/** What the code gives, before it is used. */
function Confirm({ looked: { label, gets }, code, onGained, onAnother }: ConfirmProps) {
  const { t } = useLingui();
  const redeem = useRedeem();
  const use = () =>
    redeem.mutate(code, {
      onSuccess(gained) {
        keepCode(null);
        onGained(gained);
      },
    });
  return (
    <section className="form" aria-labelledby="code-gives">
      <h2 id="code-gives">
        <bdi>{label}</bdi>
      </h2>
      {redeem.error && (
        <Banner tone="danger" role="alert">
          {redeem.error instanceof CallError ? refusalOf(redeem.error) : redeem.error.message}
        </Banner>
      )}
      {gets.length > 0 ? (
        <>
          <p>
            <Trans>With this code you get:</Trans>
          </p>
          <GetsList gets={gets} />
        </>
      ) : (
        <p>
          <Trans>This code lets new people in. You have an account already, so it gives you nothing.</Trans>
        </p>
      )}
      <div className="row">
        {gets.length > 0 && (
          <Button variant="primary" autoFocus isPending={redeem.isPending} pendingLabel={t`Using the code`} onPress={use}>
            <Trans>Use this code</Trans>
          </Button>
        )}
        <Button onPress={onAnother}>
          <Trans>Another code</Trans>
        </Button>
      </div>
    </section>
  );
}

/** What somebody has now, and the way to it. */
function Gained({ gained: { gets, leadsTo }, onAnother }: { gained: Result<typeof redeemCode>; onAnother: () => void }) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  return (
    <section className="form" aria-labelledby="code-gave">
      <h2 id="code-gave" ref={heading} tabIndex={-1}>
        {gets.length > 0 ? <Trans>You have this now</Trans> : <Trans>You had all of it already</Trans>}
      </h2>
      <GetsList gets={gets} />
      <div className="row">
        <LinkButton variant="primary" to={leadsTo ?? "/student/dashboard"}>
          {leadsTo ? <Trans>Go to the course</Trans> : <Trans>Go to the dashboard</Trans>}
        </LinkButton>
        <Button onPress={onAnother}>
          <Trans>Another code</Trans>
        </Button>
      </div>
    </section>
  );
}
