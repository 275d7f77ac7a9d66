import { Plural, Trans, useLingui } from "@lingui/react/macro";
import { Download, Upload } from "lucide-react";
import { useRef } from "react";
import { CallError } from "#platform/call.ts";
import { Banner } from "#ui/banner.tsx";
import { Button } from "#ui/button.tsx";
import { Dialog } from "#ui/dialog.tsx";
import { Icon } from "#ui/icon.tsx";
import { settingsFile } from "../contract.ts";
import { useCheckFile } from "./hooks.ts";

/** Takes settings to another portal as a file, and from one: what would change is shown first. */
export function SettingsFile({ onTake }: { onTake: (values: Record<string, string>) => void }) {
  const { t } = useLingui();
  const input = useRef<HTMLInputElement>(null);
  const check = useCheckFile();
  const { data } = check;
  return (
    <>
      <a className="ui-button" href={settingsFile.path} download="settings.json">
        <Icon of={Download} />
        <Trans>Export as a file</Trans>
      </a>
      <Button icon={Upload} isPending={check.isPending} pendingLabel={t`Reading the file`} onPress={() => input.current?.click()}>
        <Trans>Import</Trans>
      </Button>
      <input
        ref={input}
        type="file"
        accept="application/json,.json"
        className="visually-hidden"
        aria-label={t`File of settings (.json)`}
        tabIndex={-1}
        onChange={({ target }) => {
          const [file] = target.files ?? [];
          if (file) check.mutate(file);
          target.value = "";
        }}
      />
      <Dialog
        title={t`Settings from a file`}
        isOpen={check.isError || data !== undefined}
        onOpenChange={(isOpen) => !isOpen && check.reset()}
        footer={
          <>
            <Button onPress={check.reset}>
              <Trans>Cancel</Trans>
            </Button>
            <Button
              variant="primary"
              isDisabled={!data || data.changes.length === 0}
              onPress={() => {
                onTake(Object.fromEntries((data?.changes ?? []).map(({ key, to }) => [key, to])));
                check.reset();
              }}
            >
              <Trans>Take them over</Trans>
            </Button>
          </>
        }
      >
        {check.isError && (
          <Banner tone="danger" role="alert" title={t`This file was not taken`}>
            <p>{check.error instanceof CallError ? check.error.message : t`Nothing was changed.`}</p>
          </Banner>
        )}
        {data && (
          <div className="stack">
            <p>
              <Plural
                value={data.changes.length}
                _0="Nothing in this file differs from the settings here."
                one="# setting would change. It is saved once you press Save on the page."
                other="# settings would change. They are saved once you press Save on the page."
              />
            </p>
            {data.changes.length > 0 && (
              <ul className="setting-changes">
                {data.changes.map(({ key, title, fromText, toText }) => (
                  <li key={key}>
                    <strong>{title}</strong>
                    <span>
                      <bdi>{fromText || t`empty`}</bdi> → <bdi>{toText || t`empty`}</bdi>
                    </span>
                  </li>
                ))}
              </ul>
            )}
            {data.problems.length > 0 && (
              <Banner tone="warning" title={t`Left out of it`}>
                <ul>
                  {data.problems.map(({ key, message }) => (
                    <li key={key}>
                      <bdi>{key}</bdi>: {message}
                    </li>
                  ))}
                </ul>
              </Banner>
            )}
          </div>
        )}
      </Dialog>
    </>
  );
}
