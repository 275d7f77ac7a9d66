import { queryOptions } from "@tanstack/react-query";
import { call } from "#platform/call.ts";
import { explainPerson, type Why } from "../why-contract.ts";

/** Why somebody fits a condition, or does not. condition: its JSON. */
export const whyQuery = (userId: number, condition: string) =>
  queryOptions<Why>({
    queryKey: ["people", "why", userId, condition],
    queryFn: ({ signal }) => call(explainPerson, { params: { userId }, query: { condition } }, { signal }),
  });
