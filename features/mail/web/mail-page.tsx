import { useLingui } from "@lingui/react/macro";
import { useParams } from "react-router";
import { lacks } from "#features/portal/lacking.ts";
import { useSignedIn } from "#features/portal/web/environment.ts";
import { SectionTabs } from "#features/shell/web/section-tabs.tsx";
import { idIn } from "#platform/web/address-id.ts";
import type { Prefetch } from "#platform/web/prefetch.ts";
import { LinkButton } from "#ui/link-button.tsx";
import { listRequest } from "#ui/list-screen/use-list-state.ts";
import { PageHeader } from "#ui/page-header.tsx";
import { mailList } from "../contract.ts";
import { mailQuery, messageQuery } from "./hooks.ts";
import { MailList } from "./mail-list.tsx";
import { MessageView } from "./message-view.tsx";
import "./mail.css";

/** Prefetches what the screen shows first, when somebody points at a link to it. */
export const prefetch: Prefetch = (client, to) => {
  const { messageId } = to.params;
  return messageId === undefined
    ? client.prefetchQuery(mailQuery(listRequest(mailList, to)))
    : client.prefetchQuery(messageQuery(idIn(messageId)));
};

/** What the portal sends to people by mail: every message with its state, and one as it was sent. */
export default function MailPage() {
  const { messageId } = useParams();
  return messageId === undefined ? <MailLog /> : <MessageView messageId={idIn(messageId)} />;
}

function MailLog() {
  const { t } = useLingui();
  const user = useSignedIn()?.User;
  return (
    <div className="page">
      <PageHeader
        title={t`Mail`}
        description={t`Every message to people of this portal, as it was sent.`}
        actions={
          !lacks(user, "set-mail") && (
            <>
              <LinkButton to="/admin/emailBlackList">{t`Email Blacklist`}</LinkButton>
              <LinkButton to="/admin/emailSettings">{t`Email Settings`}</LinkButton>
            </>
          )
        }
      />
      <SectionTabs of="users" />
      <MailList />
    </div>
  );
}
