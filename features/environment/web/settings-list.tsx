import { Trans, useLingui } from "@lingui/react/macro";
import type { SettingRow } from "#features/settings/contract.ts";

/** Settings with the value in force and where it comes from. */
export default function SettingsList({ settings }: { settings: readonly SettingRow[] }) {
  const { t } = useLingui();
  const shown = ({ type, value, choices }: SettingRow) =>
    type === "flag" ? (value === "true" ? t`On` : t`Off`) : (choices.find((one) => one.value === value)?.title ?? (value || t`Nothing`));
  return (
    <dl className="environment-lines">
      {settings.map((setting) => (
        <div key={setting.key}>
          <dt>
            <bdi>{setting.title}</bdi>
          </dt>
          <dd>
            <bdi className="environment-value">{shown(setting)}</bdi>
            <span className="muted small">
              {setting.origin === "portal" ? <Trans>Set in this portal.</Trans> : <Trans>The default.</Trans>}
            </span>
          </dd>
        </div>
      ))}
    </dl>
  );
}
