import { useMutation, useQueryClient, type QueryKey } from "@tanstack/react-query";

type Change<Of, Done> = {
  /** Of the list that shows it. */
  queryKey: QueryKey;
  send: (of: Of) => Promise<Done>;
  /** Puts the change into what is shown. */
  show: (of: Of) => void;
  /** Fetches what the server has. */
  refetch: () => Promise<unknown>;
};

/**
 * A change that is shown before the server has it, such as another order. Changes of one list are sent one after another, so that the last one
 * wins; what the server has is fetched after the last, which also takes back what it refused.
 */
export function useOptimisticChange<Of, Done>({ queryKey, send, show, refetch }: Change<Of, Done>) {
  const client = useQueryClient();
  return useMutation({
    mutationKey: queryKey,
    scope: { id: queryKey.join(" ") },
    mutationFn: send,
    onMutate: (of) => {
      // What is on its way was asked before this change.
      void client.cancelQueries({ queryKey });
      show(of);
    },
    onSettled: () => (client.isMutating({ mutationKey: queryKey }) > 1 ? undefined : refetch()),
  });
}
