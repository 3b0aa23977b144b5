import { endSession, getSessions, type OutputOf } from '@heartline/contracts';
import { Button, Chip, Skeleton, showToast } from '@heartline/ui';
import { Trans, useLingui } from '@lingui/react/macro';
import { useMutation, useQuery } from '@tanstack/react-query';
import { MonitorSmartphone } from 'lucide-react';
import { call } from '../../client/api.ts';
import { useErrorMessage } from '../../client/error-message.ts';
import { useFormatLocale } from '../../client/language.ts';
import { keys, queryClient } from '../../client/query.ts';
import { formatMoment } from '../../people/moment.ts';

type Session = OutputOf<typeof getSessions>['sessions'][number];

/** The member's sessions, and "log out elsewhere". */
export function SessionsList() {
  const { t } = useLingui();
  const errorTextOf = useErrorMessage();
  const sessions = useQuery({
    queryKey: keys.sessions,
    queryFn: async ({ signal }) => (await call(getSessions, {}, { signal })).sessions,
    staleTime: 0,
  });
  const end = useMutation({
    mutationFn: (id: string | undefined) => call(endSession, id === undefined ? {} : { id }),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: keys.sessions }),
    onError: (error) => void showToast({ title: errorTextOf(error), tone: 'error' }),
  });
  const others = sessions.data?.filter((session) => !session.current).length ?? 0;
  return (
    <section aria-label={t`Where you’re logged in`}>
      <div className="mb-2 flex min-h-11 flex-wrap items-center justify-between gap-3">
        <h2 className="title text-lg">
          <Trans>Where you’re logged in</Trans>
        </h2>
        {others > 0 && (
          <Button size="sm" onPress={() => end.mutate(undefined)} isPending={end.isPending}>
            <Trans>Log out everywhere else</Trans>
          </Button>
        )}
      </div>
      {sessions.error && <p className="text-base text-ink-2">{errorTextOf(sessions.error)}</p>}
      {sessions.isPending && <Skeleton className="h-16" />}
      <ul className="divide-y divide-line">
        {sessions.data?.map((session) => (
          <SessionRow key={session.id} session={session} onEnd={() => end.mutate(session.id)} />
        ))}
      </ul>
    </section>
  );
}

function SessionRow({ session, onEnd }: { session: Session; onEnd: () => void }) {
  const { t } = useLingui();
  const locale = useFormatLocale();
  const seen = formatMoment(locale, session.seenAt);
  const device = session.device || t`Unknown device`;
  return (
    <li className="flex min-h-16 items-center gap-4 py-2 max-2xs:flex-wrap">
      <MonitorSmartphone className="size-6 text-ink-2" aria-hidden />
      <div className="min-w-0 grow">
        <p className="truncate font-medium">{device}</p>
        <p className="tabular text-sm text-ink-2">{t`Last used ${seen}`}</p>
      </div>
      {session.current ? (
        <Chip tone="leaf">{t`This device`}</Chip>
      ) : (
        <Button size="sm" variant="ghost" onPress={onEnd} aria-label={t`Log out on ${device}`}>
          {t`Log out`}
        </Button>
      )}
    </li>
  );
}
