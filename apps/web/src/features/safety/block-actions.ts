import { blockProfile, getBlocked, unblockProfile } from '@heartline/contracts';
import { showToast } from '@heartline/ui';
import { useLingui } from '@lingui/react/macro';
import { queryOptions, useMutation } from '@tanstack/react-query';
import { call } from '../../client/api.ts';
import { useErrorMessage } from '../../client/error-message.ts';
import { keys, queryClient } from '../../client/query.ts';
import type { SafetyPerson } from '../../client/safety-request.ts';
import { useLabelledName } from '../../people/fictional-label.ts';

/** The people the member has blocked. */
export const blockedQuery = queryOptions({
  queryKey: keys.blocked,
  queryFn: async ({ signal }) => (await call(getBlocked, {}, { signal })).blocked,
});

/** Refetches everything that may show a person. The live event does the same on other devices. */
export async function refreshPerson(id: string): Promise<void> {
  void queryClient.resetQueries({ queryKey: keys.profile(id) });
  await Promise.all(
    [keys.blocked, keys.chats, keys.likes, keys.allMembers].map((queryKey) =>
      queryClient.invalidateQueries({ queryKey }),
    ),
  );
}

/** Blocks a person. `onEnd` runs with every answer, `onDone` after it once they are blocked. */
export function useBlock(onEnd: () => void, onDone: () => void) {
  const { t } = useLingui();
  const errorTextOf = useErrorMessage();
  const unblock = useUnblock();
  const labelled = useLabelledName();
  return useMutation({
    mutationFn: ({ id }: SafetyPerson) => call(blockProfile, { profile: id }),
    onSuccess: (_, person) => {
      const name = labelled(person);
      void refreshPerson(person.id);
      // Not “Undo”: a conversation, likes and a match that the block ended do not return.
      void showToast({
        title: t`${name} is blocked`,
        action: { label: t`Unblock`, onPress: () => unblock.mutate(person) },
      });
      onEnd();
      onDone();
    },
    onError: (error) => {
      onEnd();
      void showToast({ title: errorTextOf(error), tone: 'error' });
    },
  });
}

/** Removes a block. */
export function useUnblock() {
  const { t } = useLingui();
  const errorTextOf = useErrorMessage();
  const labelled = useLabelledName();
  return useMutation({
    mutationFn: ({ id }: SafetyPerson) => call(unblockProfile, { profile: id }),
    onSuccess: (_, person) => {
      const name = labelled(person);
      void refreshPerson(person.id);
      void showToast({ title: t`${name} is no longer blocked`, tone: 'success' });
    },
    onError: (error) => void showToast({ title: errorTextOf(error), tone: 'error' }),
  });
}
