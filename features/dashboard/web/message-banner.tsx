import { useLingui } from "@lingui/react/macro";
import { useNavigate } from "react-router";
import { useEnvironment } from "#features/portal/web/environment.ts";
import { Banner } from "#ui/banner.tsx";

/** The message that the address asks for on arrival (decisions.md: `:messageType`). Unknown types are ignored. */
export default function MessageBanner({ messageType: asked }: { messageType: string }) {
  const { t } = useLingui();
  const messageType = asked.toLowerCase();
  const navigate = useNavigate();
  const portal = useEnvironment().Portal.Name;
  const messages: Record<string, { tone: "success" | "warning"; text: string }> = {
    "no-access": { tone: "warning", text: t`You don't have access to that page. Ask a portal admin.` },
    registered: { tone: "success", text: t`You are registered at ${portal}. Find your first course in the catalog.` },
    enrolled: { tone: "success", text: t`You are enrolled. The course is in My Courses.` },
    paid: { tone: "success", text: t`Your payment arrived. The course is in My Courses.` },
  };
  const message = Object.hasOwn(messages, messageType) ? messages[messageType] : undefined;
  if (!message) return null;
  return (
    <div className="dash-banner">
      <Banner tone={message.tone} role="status" onDismiss={() => void navigate("/student/dashboard", { replace: true })}>
        <p>{message.text}</p>
      </Banner>
    </div>
  );
}
