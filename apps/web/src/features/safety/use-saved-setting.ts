import { showToast } from '@heartline/ui';
import { type QueryKey, useMutation, useQuery } from '@tanstack/react-query';
import { useErrorMessage } from '../../client/error-message.ts';
import { queryClient } from '../../client/query.ts';

/**
 * A setting that shows a change at once, and reverts it with an error message when the server refuses. The stored value
 * arrives with the event that every device of the member gets.
 */
export function useSavedSetting<T extends object>(setting: {
  queryKey: QueryKey;
  read(signal: AbortSignal): Promise<T>;
  write(next: T): Promise<unknown>;
}) {
  const errorTextOf = useErrorMessage();
  const { queryKey } = setting;
  const { data, error } = useQuery({ queryKey, queryFn: ({ signal }) => setting.read(signal), staleTime: 0 });
  const { mutate } = useMutation({
    // In order, so that the last press wins.
    scope: { id: String(queryKey[0]) },
    mutationFn: (next: T) => setting.write(next),
    onMutate: async (next) => {
      await queryClient.cancelQueries({ queryKey });
      const before = queryClient.getQueryData<T>(queryKey);
      queryClient.setQueryData<T>(queryKey, next);
      return before;
    },
    onError: (failure, _, before) => {
      queryClient.setQueryData(queryKey, before);
      void showToast({ title: errorTextOf(failure), tone: 'error' });
    },
    onSettled: () => {
      if (queryClient.isMutating() === 1) void queryClient.invalidateQueries({ queryKey });
    },
  });
  return { data, error, change: (part: Partial<T>) => data && mutate({ ...data, ...part }) };
}
