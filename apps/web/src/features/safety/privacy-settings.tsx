import { getInvisible, getOpeners, type OutputOf, setInvisible, setOpeners } from '@heartline/contracts';
import { Skeleton, Switch, showToast, TextLink } from '@heartline/ui';
import { Trans, useLingui } from '@lingui/react/macro';
import { useMutation, useQuery } from '@tanstack/react-query';
import { call } from '../../client/api.ts';
import { useErrorMessage } from '../../client/error-message.ts';
import { keys, queryClient } from '../../client/query.ts';

type State = OutputOf<typeof getInvisible>;

/** Who sees the member: invisible mode, the people they blocked, their cases. */
export function PrivacySettings() {
  const { t } = useLingui();
  return (
    <section aria-labelledby="privacy">
      <h2 id="privacy" className="title mb-2 text-lg">
        <Trans>Privacy and safety</Trans>
      </h2>
      <InvisibleSwitch />
      <OpenersSwitch />
      <p className="flex flex-wrap gap-x-6">
        <TextLink href="/blocked" className="inline-flex min-h-11 items-center">
          {t`Blocked people`}
        </TextLink>
        <TextLink href="/complaints" className="inline-flex min-h-11 items-center">
          {t`Reports and complaints`}
        </TextLink>
      </p>
    </section>
  );
}

/** Whether strangers may write first. */
function OpenersSwitch() {
  const { t } = useLingui();
  const say = useErrorMessage();
  const { data, error } = useQuery({
    queryKey: keys.openers,
    queryFn: ({ signal }) => call(getOpeners, {}, { signal }),
    staleTime: 0,
  });
  const change = useMutation({
    mutationFn: (takes: boolean) => call(setOpeners, { takes_openers: takes }),
    onMutate: (takes) => {
      queryClient.setQueryData(keys.openers, { takes_openers: takes });
      return !takes;
    },
    onError: (failure, _, before) => {
      queryClient.setQueryData(keys.openers, { takes_openers: before });
      void showToast({ title: say(failure), tone: 'error' });
    },
  });
  if (error) return <p className="text-ink-2">{say(error)}</p>;
  if (!data) return <Skeleton className="h-16" />;
  return (
    <Switch
      label={t`First messages from everybody`}
      description={t`When this is off, only people you like can write to you first. Whoever tries otherwise is told and not charged.`}
      value={data.takes_openers}
      onChange={(isOn) => change.mutate(isOn)}
    />
  );
}

function InvisibleSwitch() {
  const { t } = useLingui();
  const say = useErrorMessage();
  const { data, error } = useQuery({
    queryKey: keys.invisible,
    queryFn: ({ signal }) => call(getInvisible, {}, { signal }),
    staleTime: 0,
  });
  const change = useMutation({
    mutationFn: (invisible: boolean) => call(setInvisible, { invisible }),
    onMutate: (invisible) => {
      const before = queryClient.getQueryData<State>(keys.invisible);
      if (before) queryClient.setQueryData<State>(keys.invisible, { ...before, invisible });
      return before;
    },
    onSuccess: (state) => queryClient.setQueryData<State>(keys.invisible, state),
    onError: (failure, _, before) => {
      queryClient.setQueryData(keys.invisible, before);
      void showToast({ title: say(failure), tone: 'error' });
    },
  });
  if (error) return <p className="text-ink-2">{say(error)}</p>;
  if (!data) return <Skeleton className="h-16" />;
  const { invisible, premium } = data;
  return (
    <>
      <Switch
        label={t`Invisible mode`}
        description={t`Nobody finds you in the search or sees you in likes or online. People you already write with still reach you.`}
        value={invisible}
        isDisabled={!premium && !invisible}
        onChange={(isOn) => change.mutate(isOn)}
      />
      {!premium && !invisible && (
        <p className="mb-2 text-sm text-ink-2">
          <Trans>
            Invisible mode comes with <TextLink href="/premium">Premium</TextLink>.
          </Trans>
        </p>
      )}
    </>
  );
}
