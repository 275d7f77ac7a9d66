import { fakeLogin } from "#features/portal/contract.ts";
import { may } from "#features/portal/permissions.ts";
import { signedIn } from "#platform/actor.ts";
import type { Serve } from "#platform/serve.ts";
import * as api from "../contract.ts";
import { previews } from "../policy.ts";
import * as reviews from "../review-contract.ts";
import * as shares from "../sharing-contract.ts";
import * as comments from "./comments.ts";
import * as external from "./external.ts";
import * as packages from "./packages.ts";
import * as service from "./service.ts";
import * as sharing from "./sharing.ts";

export interface PreviewDeps extends external.ExternalDeps, packages.PackageDeps {
  /** The secret of the installation, of which links are made. */
  readonly secret: string;
}

/** Mounts previews, reviews, and links for people without an account. */
export function previewRoutes(serve: Serve, deps: PreviewDeps) {
  const { secret } = deps;
  serve(api.openPreview, previews, ({ params, query }, context) => service.openPreview(context, params.courseId, query), {
    isLarge: true,
  });
  serve(api.tryBlock, previews, ({ params, body }, context) => service.tryBlock(context, params.courseId, body));
  serve(api.playPackage, previews, ({ params, body }, context) => packages.playPackage(deps, context, params.courseId, body), {
    isLarge: true,
  });

  serve(reviews.listComments, previews, ({ params }, context) => comments.showComments(context, params.courseId), { isLarge: true });
  serve(reviews.addComment, previews, ({ params, body }, context) => comments.addComment(context, params.courseId, body));
  serve(reviews.editComment, previews, ({ params, body }, context) => comments.editComment(context, params, body.words));
  serve(reviews.deleteComment, previews, ({ params }, context) => comments.deleteComment(context, params));
  serve(reviews.resolveComment, previews, ({ params, body }, context) => comments.resolveComment(context, params, body.resolved));
  serve(reviews.assignComment, previews, ({ params, body }, context) => comments.assignComment(context, params, body.userId));

  const make = may("make-courses");
  serve(shares.readSharing, may("see-courses"), ({ params }, context) => sharing.readSharing(secret, context, params.courseId));
  serve(shares.findCandidates, make, ({ params, query }, context) => sharing.findCandidates(context, params.courseId, query.q));
  serve(shares.addReviewer, make, ({ params, body }, context) => sharing.addReviewer(context, params.courseId, body.userId));
  serve(shares.removeReviewer, make, ({ params }, context) => sharing.removeReviewer(context, params.courseId, params.userId));
  serve.open(shares.makeLink, ({ params, body }, context) => sharing.makeLink(secret, context, params.courseId, body), { rule: make });
  serve(shares.revokeLink, make, ({ params }, context) => sharing.revokeLink(context, params.courseId, params.linkId));

  serve.open(fakeLogin, ({ body }, context) => external.startGuest(deps, context, body));
  serve.open(api.openLink, ({ params, body }, context) => external.openLink(context, params.courseId, body), { rule: signedIn });
  serve.open(api.openExternal, ({ params }, context) => external.openExternal(deps, context, params.courseId), { isLarge: true });
  serve.open(api.tryExternal, ({ params, body }, context) => external.tryExternal(deps, context, params.courseId, body));
  serve.open(api.openExternalSite, ({ params, body }, context) => packages.openExternalSite(deps, context, params.courseId, body));
  serve.open(api.playExternal, ({ params, body }, context) => packages.playExternal(deps, context, params.courseId, body), {
    isLarge: true,
  });
}
