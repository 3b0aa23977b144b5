import type { EmailSource } from '@heartline/contracts';
import { Chip, Switch } from '@heartline/ui';
import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import type { SettingsChange } from './apply-change.ts';

const LABELS: Record<EmailSource['source'], { name: MessageDescriptor; about: MessageDescriptor }> = {
  account: {
    name: msg`Your account`,
    about: msg`Activation, password, new address, refunds. Without these you could lose your account.`,
  },
  activity: {
    name: msg`Activity`,
    about: msg`Messages, likes and reminders, as chosen above.`,
  },
  offers: {
    name: msg`News and offers`,
    about: msg`Promotions, weekly updates and news, as chosen above.`,
  },
};

interface EmailSourcesProps {
  sources: readonly EmailSource[];
  onChange: (change: SettingsChange) => void;
}

/** The sources of mails, and a switch for each (S2-052). */
export function EmailSources({ sources, onChange }: EmailSourcesProps) {
  const [{ from } = { from: '' }] = sources;
  return (
    <>
      <ul className="divide-y divide-line border-y border-line">
        {sources.map((source) => (
          <SourceRow key={source.source} source={source} onChange={onChange} />
        ))}
      </ul>
      {from && (
        <p className="mt-2 text-sm text-ink-2">
          <Trans>They all come from {from}. Add it to your contacts so they don’t end up in spam.</Trans>
        </p>
      )}
    </>
  );
}

function SourceRow({
  source,
  onChange,
}: {
  source: EmailSource;
  onChange: (change: SettingsChange) => void;
}) {
  const { t, i18n } = useLingui();
  const { name, about } = LABELS[source.source];
  if (source.required) {
    return (
      <li className="flex min-h-11 items-center gap-4 py-2">
        <span className="min-w-0 grow">
          <span className="block font-medium">{i18n._(name)}</span>
          <span className="block text-sm text-ink-2">{i18n._(about)}</span>
        </span>
        <Chip>{t`Always`}</Chip>
      </li>
    );
  }
  const turn = (isOn: boolean) =>
    onChange({ email: Object.fromEntries(source.types.map((type) => [type, isOn])) });
  return (
    <li>
      <Switch
        label={i18n._(name)}
        description={i18n._(about)}
        name={`source.${source.source}`}
        value={source.enabled}
        onChange={turn}
      />
    </li>
  );
}
