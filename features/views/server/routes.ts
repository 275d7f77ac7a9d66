import { signedIn } from "#platform/actor.ts";
import type { Serve } from "#platform/serve.ts";
import * as api from "../contract.ts";
import * as service from "./service.ts";

/** Mounts the views of lists. Each list has its own rule (app/viewed-lists.ts), which the service asks. */
export function viewRoutes(serve: Serve, lists: service.ViewedLists) {
  serve(api.listViews, signedIn, ({ query }, context) => service.showViews(lists, context, query.list));
  serve(api.createView, signedIn, ({ body }, context) => service.createView(lists, context, body));
  serve(api.saveView, signedIn, (input, context) => service.saveView(lists, context, input));
  serve(api.pinView, signedIn, (input, context) => service.pinView(lists, context, input));
  serve(api.deleteView, signedIn, ({ params }, context) => service.deleteView(lists, context, params.viewId));
  serve(api.restoreView, signedIn, ({ params }, context) => service.restoreView(lists, context, params.viewId));
}
