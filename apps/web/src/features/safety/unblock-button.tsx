import { Button, showToast } from '@heartline/ui';
import { useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { useErrorMessage } from '../../client/error-message.ts';
import { blockedQuery, refreshPerson, useUnblock } from './block-actions.ts';

/**
 * On the page of somebody whom the member blocks: the way back. That page knows no name, the list of the blocked does; a
 * list that could not be had is asked for again by the press.
 */
export function UnblockButton({ id }: { id: string }) {
  const { t } = useLingui();
  const say = useErrorMessage();
  const unblock = useUnblock();
  const { data, isFetching, refetch } = useQuery(blockedQuery);

  async function press() {
    const list = data ? { data, error: null } : await refetch();
    const person = list.data?.find(({ profile }) => profile.id === id)?.profile;
    if (person) unblock.mutate(person);
    else if (list.error) void showToast({ title: say(list.error), tone: 'error' });
    // Unblocked elsewhere meanwhile.
    else void refreshPerson(id);
  }

  return (
    <Button
      variant="primary"
      isPending={unblock.isPending || (!data && isFetching)}
      onPress={() => void press()}
    >
      {t`Unblock`}
    </Button>
  );
}
