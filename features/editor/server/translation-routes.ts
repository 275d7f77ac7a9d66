import { may } from "#features/portal/permissions.ts";
import type { Serve } from "#platform/serve.ts";
import * as api from "../translation-contract.ts";
import { mostBytes } from "./service.ts";
import * as translations from "./translations.ts";
import * as versions from "./versions.ts";

/** Mounts the translations of online courses. */
export function translationRoutes(serve: Serve) {
  const [sees, makes] = [may("see-courses"), may("make-courses")];
  serve(api.listTranslations, sees, ({ params }, context) => translations.listTranslations(context, params.courseId), { isLarge: true });
  serve(
    api.readTexts,
    sees,
    ({ params, query }, context) => translations.readTexts(context, params.courseId, params.language, query.pageId),
    { isLarge: true },
  );
  serve(api.compareTranslations, sees, ({ params, query }, context) => versions.compareTranslations(context, params.courseId, query), {
    isLarge: true,
  });
  serve(api.saveText, makes, ({ params, body }, context) => translations.saveText(context, params.courseId, params.language, body), {
    bodyLimit: mostBytes,
  });
  serve(api.changeLanguage, makes, ({ params, body }, context) =>
    translations.changeLanguage(context, params.courseId, params.language, body),
  );
  serve(api.removeLanguage, makes, ({ params }, context) => translations.removeLanguage(context, params.courseId, params.language));
}
