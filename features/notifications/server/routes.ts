import type { Serve } from "#platform/serve.ts";
import * as api from "../contract.ts";
import { ownNotifications } from "../policy.ts";
import * as service from "./service.ts";

/** Mounts what the person asking was told, and how they are told. */
export function notificationRoutes(serve: Serve) {
  serve(api.listNotifications, ownNotifications, (_, context) => service.showNotifications(context));
  serve(api.countUnread, ownNotifications, (_, context) => service.showUnread(context));
  serve(api.readNotifications, ownNotifications, ({ body }, context) => service.markRead(context, body));
  serve(api.listPreferences, ownNotifications, (_, context) => service.showPreferences(context));
  serve(api.savePreferences, ownNotifications, ({ body }, context) => service.savePreferences(context, body));
}
