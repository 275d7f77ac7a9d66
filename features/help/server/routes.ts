import type { Serve } from "#platform/serve.ts";
import * as api from "../contract.ts";
import type { HelpScreen } from "../help-screens.ts";
import { notesTour, readsHelp, writesHelp } from "../policy.ts";
import * as forWriters from "../writing-contract.ts";
import { noteTour } from "../tour-contract.ts";
import * as service from "./service.ts";
import { keepTour, retakeRoute } from "./tours.ts";
import * as writing from "./writing.ts";

interface HelpDeps {
  /** Those that the built-in articles are about. */
  readonly screens: readonly HelpScreen[];
  /** The first screen of a role, with /v. */
  readonly startOf: (role: string) => string;
}

/** Mounts reading the portal's help, saying whether it helped, writing it, and the tours. */
export function helpRoutes(serve: Serve, { screens, startOf }: HelpDeps) {
  const names = new Set<string>(screens.map(({ article }) => article));
  const rule = writesHelp;
  serve(api.listHelp, readsHelp, (_, context) => service.showHelp(context, screens));
  serve(api.getHelp, readsHelp, ({ params }, context) => service.showArticle(context, params.article, screens));
  serve(api.answerHelp, readsHelp, ({ params, body }, context) => service.answer(context, params.article, body.helped, screens));
  serve(noteTour, notesTour, ({ body }, context) => keepTour(context, body.role));
  retakeRoute(serve, startOf);
  serve(forWriters.listWriting, rule, (_, context) => writing.showWriting(context));
  serve(forWriters.getWriting, rule, ({ params }, context) => writing.showOne(context, params.article, names));
  serve(forWriters.listHelpVersions, rule, ({ params }, context) => writing.showVersions(context, params.article, names));
  serve(forWriters.getHelpVersion, rule, ({ params }, context) => writing.showVersion(context, params, names));
  serve.open(forWriters.restoreHelpVersion, ({ params, body }, context) => writing.restoreVersion(context, params, body.revision, names), {
    rule,
  });
  serve.open(forWriters.saveOverride, ({ params, body }, context) => writing.saveOverride(context, params.article, body, names), { rule });
  serve.open(forWriters.hideBuiltIn, ({ params, body }, context) => writing.hideBuiltIn(context, params.article, body.isHidden, names), {
    rule,
  });
  serve.open(forWriters.createArticle, ({ body }, context) => writing.createArticle(context, body), { rule });
  serve.open(forWriters.saveArticle, ({ params, body }, context) => writing.saveArticle(context, params.articleId, body), { rule });
  serve.open(forWriters.changeArticle, ({ params, body }, context) => writing.changeArticle(context, params.articleId, body.change), {
    rule,
  });
  serve.open(forWriters.orderArticles, ({ body }, context) => writing.orderArticles(context, body.ids), { rule });
}
