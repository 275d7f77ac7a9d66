import { queryOptions } from "@tanstack/react-query";
import { call } from "#platform/call.ts";
import { about } from "../about-contract.ts";

export const aboutQuery = queryOptions({ queryKey: ["about"], queryFn: () => call(about), staleTime: 60_000 });
