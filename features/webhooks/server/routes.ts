import type { Serve } from "#platform/serve.ts";
import * as api from "../contract.ts";
import { setsWebhooks } from "../policy.ts";
import * as service from "./service.ts";
import type { WebhookDeps } from "./service.ts";

/** Mounts setting the webhooks of a portal and reading what became of their deliveries. */
export function webhookRoutes(serve: Serve, deps: WebhookDeps) {
  const rule = setsWebhooks;
  serve(api.listWebhooks, rule, (_, context) => service.showWebhooks(context));
  serve.open(api.createWebhook, ({ body }, context) => service.createWebhook(context, body, deps), { rule });
  serve.open(api.saveWebhook, ({ params, body }, context) => service.saveWebhook(context, params.webhookId, body, deps), { rule });
  serve.open(api.renewWebhookSecret, ({ params }, context) => service.renewSecret(context, params.webhookId, deps), { rule });
  serve.open(api.removeWebhook, ({ params }, context) => service.removeWebhook(context, params.webhookId), { rule });
  serve.open(api.testWebhook, ({ params }, context) => service.sendTest(context, params.webhookId), { rule });
  serve(api.listDeliveries, rule, ({ params, query }, context) => service.showDeliveries(context, params, query));
  serve.open(api.repeatDelivery, ({ params }, context) => service.repeatDelivery(context, params), { rule });
}
