import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useEffectEvent } from "react";
import { knownEnvironment, patchEnvironment } from "#features/portal/web/environment.ts";
import { call } from "#platform/call.ts";
import { onLive } from "#platform/web/live-channel.ts";
import * as api from "../contract.ts";

/** Returns a function that shows how many notifications are not read, where that has changed. */
export function useShowUnread(): (unread: number) => void {
  const client = useQueryClient();
  return (unread) => {
    if (knownEnvironment(client)?.User.Unread === unread) return;
    patchEnvironment(client, (known) => ({ ...known, User: { ...known.User, Unread: unread } }));
  };
}

/** While `isOn`, keeps the bell's number as it is: it asks when the live channel says that something was told. */
export function useLiveNotifications(isOn: boolean) {
  const show = useShowUnread();
  const again = useEffectEvent(
    () =>
      void call(api.countUnread).then(
        ({ unread }) => show(unread),
        () => undefined,
      ),
  );
  useEffect(() => (isOn ? onLive("notifications", () => again()) : undefined), [isOn]);
}
