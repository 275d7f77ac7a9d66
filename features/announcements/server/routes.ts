import { serveExport } from "#platform/list/server/serve-export.ts";
import type { Serve } from "#platform/serve.ts";
import * as api from "../contract.ts";
import { announces } from "../policy.ts";
import * as service from "./service.ts";

/** Mounts writing announcements and their report. deps: told when what the portal shows has changed. */
export function announcementRoutes(serve: Serve, { portalChanged }: { readonly portalChanged: () => void }) {
  const rule = announces;
  const changed = async <T>(work: Promise<T>): Promise<T> => {
    const done = await work;
    portalChanged();
    return done;
  };
  serve(api.listAnnouncements, rule, ({ query }, context) => service.showAnnouncements(context, query));
  serve(api.tryAudience, rule, ({ body }, context) => service.tryAudience(context, body.condition));
  serve(api.getAnnouncement, rule, ({ params }, context) => service.showAnnouncement(context, params.announcementId));
  serve(api.listReaders, rule, (asked, context) => service.showReaders(context, asked));
  serve(api.listChanges, rule, ({ params, query }, context) => service.showChanges(context, params.announcementId, query));
  serve.open(api.testAnnouncement, ({ params }, context) => service.testAnnouncement(context, params.announcementId), { rule });
  serve.open(api.remindOfAnnouncement, ({ params }, context) => service.remindOfAnnouncement(context, params.announcementId), { rule });
  serveExport(serve, api.listReaders, rule, {
    file: "announcement-readers",
    columns: service.readerColumns,
    rows: (asked, context) => service.allReaders(context, asked),
  });
  serve.open(api.createAnnouncement, ({ body }, context) => service.createAnnouncement(context, body), { rule });
  serve.open(api.saveAnnouncement, ({ params, body }, context) => changed(service.saveAnnouncement(context, params.announcementId, body)), {
    rule,
  });
  serve.open(
    api.changeAnnouncement,
    ({ params, body }, context) => changed(service.changeState(context, params.announcementId, body.change)),
    { rule },
  );
}
