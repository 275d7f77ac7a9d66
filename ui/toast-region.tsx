import { useLingui } from "@lingui/react/macro";
import { X } from "lucide-react";
import { Button } from "react-aria-components/Button";
import { Text } from "react-aria-components/Text";
import {
  UNSTABLE_Toast as Toast,
  UNSTABLE_ToastContent as ToastBody,
  UNSTABLE_ToastQueue as ToastQueue,
  UNSTABLE_ToastRegion as AriaToastRegion,
} from "react-aria-components/Toast";
import { Button as UiButton } from "./button.tsx";
import { Icon } from "./icon.tsx";
import { toneIcon } from "./tone-icon.ts";
import { connectRegion } from "./toast.ts";
import type { ToastContent } from "./toast.ts";
import "./button.css";
import "./toast.css";

/** How long a toast stays (specification), in milliseconds. The time is paused while the toast is hovered or focused. */
const LIFE = 60_000;

const queue = new ToastQueue<ToastContent>({ maxVisibleToasts: 4 });
connectRegion((content) => {
  const key = queue.add(content, { timeout: LIFE });
  return () => queue.close(key);
});

/** The landmark with the toasts; the F6 key reaches it. */
export default function ToastRegion() {
  const { t } = useLingui();
  return (
    <AriaToastRegion queue={queue} aria-label={t`Messages`} className="ui-toasts">
      {({ toast }) => (
        <Toast toast={toast} className="ui-toast" data-tone={toast.content.tone ?? "info"}>
          <Icon of={toneIcon(toast.content.tone ?? "info")} size="l" />
          <ToastBody className="ui-toast-text">
            <Text slot="title" className="ui-toast-title">
              {toast.content.title}
            </Text>
            {toast.content.message && <Text slot="description">{toast.content.message}</Text>}
          </ToastBody>
          {toast.content.action && (
            <UiButton
              size="s"
              onPress={() => {
                toast.content.action?.onPress();
                queue.close(toast.key);
              }}
            >
              {toast.content.action.label}
            </UiButton>
          )}
          <Button slot="close" className="ui-button" data-variant="quiet" data-icon-only data-size="s" aria-label={t`Close message`}>
            <Icon of={X} />
          </Button>
        </Toast>
      )}
    </AriaToastRegion>
  );
}
