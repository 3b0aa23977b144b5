import { Button, showToast } from '@heartline/ui';
import { useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { useErrorMessage } from '../../client/error-message.ts';
import { blockedQuery, refreshPerson, useUnblock } from './block-actions.ts';

/**
 * Unblocks the person whose page is open. That page has no name; the list of blocked people does. A press reloads a
 * list that failed to load or is older than the block.
 */
export function UnblockButton({ id }: { id: string }) {
  const { t } = useLingui();
  const errorTextOf = useErrorMessage();
  const unblock = useUnblock();
  const { data, isFetching, refetch } = useQuery(blockedQuery);

  const personIn = (list: typeof data) => list?.find(({ profile }) => profile.id === id)?.profile;
  const known = personIn(data);

  async function press() {
    const { person, error } = known
      ? { person: known, error: null }
      : await refetch().then((list) => ({ person: personIn(list.data), error: list.error }));
    if (person) unblock.mutate(person);
    else if (error) void showToast({ title: errorTextOf(error), tone: 'error' });
    // Unblocked elsewhere meanwhile.
    else void refreshPerson(id);
  }

  return (
    <Button
      variant="primary"
      isPending={unblock.isPending || (!known && isFetching)}
      onPress={() => void press()}
    >
      {t`Unblock`}
    </Button>
  );
}
