import { anonymous } from "#platform/actor.ts";
import { requireActor, type Serve } from "#platform/serve.ts";
import * as api from "../contract.ts";
import { changesSettings } from "../policy.ts";
import * as service from "./service.ts";

export interface SettingsDeps {
  /** Called when a portal has changed: the next request reads it anew. Other servers see it within seconds. */
  readonly portalChanged: () => void;
}

/** Mounts the page Settings of a portal, at the specification's address too (§2). */
export function settingsRoutes(serve: Serve, { portalChanged }: SettingsDeps) {
  serve(api.getSettings, changesSettings, (_, context) => service.showSettings(context));
  serve(api.settingsFile, changesSettings, (_, context) => service.fileOf(context));
  serve(api.checkSettingsFile, changesSettings, ({ body }, context) => service.checkFile(context, body));
  serve.open(
    api.saveSettings,
    async ({ body }, { open, databases, http }) => {
      const asking = await open(async ({ actor, portal, say }) => ({ actor: requireActor(actor, changesSettings), portal, say }));
      const saved = await databases.inPeople(asking.portal.id, "change the settings of a portal", (db) =>
        service.saveSettings({ ...asking, db, http }, body),
      );
      portalChanged();
      return saved;
    },
    { rule: changesSettings },
  );
  serve.raw({
    method: ["GET", "HEAD"],
    path: api.settingsLink.path,
    rule: anonymous,
    summary: "Full-page link of the specification.",
    handler: async (_, reply) => reply.redirect(api.settingsLink.screen, 302),
  });
}
