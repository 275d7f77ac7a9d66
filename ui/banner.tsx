import { useLingui } from "@lingui/react/macro";
import { X } from "lucide-react";
import type { ReactNode } from "react";
import { Icon } from "./icon.tsx";
import { toneIcon } from "./tone-icon.ts";
import type { Tone } from "./tone.ts";
import "./banner.css";
import "./button.css";

type BannerProps = {
  tone?: Tone;
  title?: string;
  children?: ReactNode;
  action?: ReactNode;
  onDismiss?: () => void;
  /** Only for a banner that appears while the person is here: `alert` interrupts, `status` waits. */
  role?: "status" | "alert";
};

/** A message that stays on the page: offline, preview, something to know before going on. */
export function Banner({ tone = "info", title, children, action, onDismiss, role }: BannerProps) {
  const { t } = useLingui();
  return (
    <div className="ui-banner" data-tone={tone} role={role}>
      <Icon of={toneIcon(tone)} />
      <div className="ui-banner-text">
        {title && <p className="ui-banner-title">{title}</p>}
        {children}
      </div>
      {(action || onDismiss) && (
        <div className="ui-banner-end">
          {action}
          {onDismiss && (
            <button
              type="button"
              className="ui-button"
              data-variant="quiet"
              data-icon-only
              data-size="s"
              aria-label={t`Close message`}
              onClick={onDismiss}
            >
              <Icon of={X} />
            </button>
          )}
        </div>
      )}
    </div>
  );
}
