import { getBlocked } from '@heartline/contracts';
import { Button } from '@heartline/ui';
import { useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { call } from '../../client/api.ts';
import { keys } from '../../client/query.ts';
import { useUnblock } from './block-actions.ts';

/** On the page of somebody whom the member blocks: the way back. */
export function UnblockButton({ id }: { id: string }) {
  const { t } = useLingui();
  const unblock = useUnblock();
  const { data } = useQuery({
    queryKey: keys.blocked,
    queryFn: async ({ signal }) => (await call(getBlocked, {}, { signal })).blocked,
  });
  const person = data?.find(({ profile }) => profile.id === id)?.profile ?? {
    id,
    name: '',
    fictional: false,
  };
  return (
    <Button variant="primary" isPending={unblock.isPending} onPress={() => unblock.mutate(person)}>
      {t`Unblock`}
    </Button>
  );
}
