import { type DataExport, EXPORT_FILE_PATH, getExport, startExport } from '@heartline/contracts';
import { Button, buttonClass, FormError, Skeleton } from '@heartline/ui';
import { Trans, useLingui } from '@lingui/react/macro';
import { useMutation, useQuery } from '@tanstack/react-query';
import { Download } from 'lucide-react';
import { useState } from 'react';
import { call } from '../../client/api.ts';
import { useErrorMessage } from '../../client/error-message.ts';
import { useFormatLocale } from '../../client/language.ts';
import { keys, queryClient } from '../../client/query.ts';
import { formatMoment } from '../../people/moment.ts';
import { codeOf } from './code-of.ts';
import { ConfirmPasswordField } from './confirm-password-field.tsx';

const LOOK_AGAIN_MS = 1_500;

/** All stored data of the member as one archive: request, preparation, download. */
export function DataExportSection() {
  const errorTextOf = useErrorMessage();
  const [isAsking, setAsking] = useState(false);
  const archive = useQuery({
    queryKey: keys.dataExport,
    queryFn: async ({ signal }) => (await call(getExport, {}, { signal })).export,
    staleTime: 0,
    refetchInterval: ({ state }) => (state.data?.state === 'building' ? LOOK_AGAIN_MS : false),
  });
  return (
    <>
      <p className="text-base text-ink-2">
        <Trans>
          One archive with everything we store about you: profile, photos, messages, likes, credits and
          payments. Readable, plus a machine-readable copy.
        </Trans>
      </p>
      <div className="mt-3 min-h-12">
        {archive.isPending && <Skeleton className="h-11 w-48" />}
        {archive.error && <p className="text-base text-ink-2">{errorTextOf(archive.error)}</p>}
        {archive.isSuccess && !isAsking && (
          <ArchiveState archive={archive.data} onAsk={() => setAsking(true)} />
        )}
        {isAsking && <AskForm onDone={() => setAsking(false)} />}
      </div>
    </>
  );
}

function ArchiveState({ archive, onAsk }: { archive: DataExport | null; onAsk: () => void }) {
  if (archive?.state === 'building') return <Building progress={archive.progress} />;
  if (archive?.state === 'ready') return <Ready archive={archive} />;
  return (
    <>
      {archive?.state === 'failed' && (
        <p role="alert" className="mb-3 text-base">
          <Trans>That didn’t work. Request it again.</Trans>
        </p>
      )}
      <Button onPress={onAsk}>
        <Trans>Request my data</Trans>
      </Button>
    </>
  );
}

function Building({ progress }: { progress: number }) {
  const { t } = useLingui();
  return (
    <div className="max-w-narrow">
      <div
        role="progressbar"
        aria-label={t`Your archive`}
        aria-valuenow={progress}
        aria-valuemin={0}
        aria-valuemax={100}
        className="h-1.5 overflow-clip rounded-full bg-line forced-colors:border"
      >
        <div
          className="h-full rounded-full bg-pulse transition-[width] duration-320"
          style={{ width: `${Math.max(3, progress)}%` }}
        />
      </div>
      <p className="mt-2 text-sm text-ink-2">
        <Trans>We’re preparing your data. You can leave this page and come back.</Trans>
      </p>
    </div>
  );
}

function Ready({ archive }: { archive: DataExport }) {
  const { t } = useLingui();
  const locale = useFormatLocale();
  const until = formatMoment(locale, archive.expiresAt ?? 0);
  const megabytes = new Intl.NumberFormat(locale, {
    style: 'unit',
    unit: 'megabyte',
    maximumFractionDigits: 1,
  }).format(Math.max(0.1, (archive.sizeBytes ?? 0) / 1_000_000));
  return (
    <>
      <a href={EXPORT_FILE_PATH} download="my-data.zip" className={buttonClass('primary')}>
        <Download className="size-5" aria-hidden />
        <span>{t`Download (${megabytes})`}</span>
      </a>
      <p className="mt-2 text-sm text-ink-2">{t`Available in this browser only, until ${until}.`}</p>
    </>
  );
}

function AskForm({ onDone }: { onDone: () => void }) {
  const errorTextOf = useErrorMessage();
  const [password, setPassword] = useState('');
  const ask = useMutation({
    mutationFn: () => call(startExport, { password }),
    onSuccess: (started) => {
      queryClient.setQueryData(keys.dataExport, started.export);
      onDone();
    },
  });
  const isWrong = codeOf(ask.error) === 'PASSWORD_WRONG';
  return (
    <form
      noValidate
      className="max-w-narrow"
      onSubmit={(event) => {
        event.preventDefault();
        ask.mutate();
      }}
    >
      <ConfirmPasswordField
        value={password}
        onChange={setPassword}
        errorMessage={isWrong ? errorTextOf(ask.error) : undefined}
      />
      <FormError>{ask.error && !isWrong && errorTextOf(ask.error)}</FormError>
      <div className="mt-3 flex flex-wrap gap-3">
        <Button type="submit" variant="primary" isPending={ask.isPending}>
          <Trans>Prepare my data</Trans>
        </Button>
        <Button variant="ghost" onPress={onDone}>
          <Trans>Cancel</Trans>
        </Button>
      </div>
    </form>
  );
}
