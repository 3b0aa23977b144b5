import type { getMessagePrice, OutputOf } from '@heartline/contracts';
import { TextLink } from '@heartline/ui';
import { plural } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { Clock, Languages, MessageCircle } from 'lucide-react';
import type { ReactNode } from 'react';
import { useMessagePrice } from './use-message-price.ts';

type Known = OutputOf<typeof getMessagePrice>;

/** Shown before the first message: last activity, language, and whether a first message is accepted. */
export function BeforeFirst({ profile }: { profile: { id: string; name: string } }) {
  const known = useMessagePrice(profile.id);
  // Reserve the height, so that nothing jumps when the answer arrives.
  return (
    <ul className="mt-4 grid min-h-28 w-fit max-w-90 content-start gap-2.5 text-left text-sm text-ink-2">
      {known && <Facts known={known} name={profile.name} />}
    </ul>
  );
}

function Facts({ known, name }: { known: Known; name: string }) {
  const { i18n } = useLingui();
  const active = useActiveText();
  const languages = new Intl.DisplayNames([i18n.locale], { type: 'language', fallback: 'none' });
  const language = languages.of(known.language) ?? '';
  return (
    <>
      {known.last_active && <Fact icon={<Clock />}>{active(known)}</Fact>}
      {language && (
        <Fact icon={<Languages />}>
          <Trans>Speaks {language}</Trans>
        </Fact>
      )}
      <Fact icon={<MessageCircle />}>
        <Opening known={known} name={name} />
      </Fact>
    </>
  );
}

/** Says whether the member accepts first messages, and whether this one counts towards the free conversations. */
function Opening({ known, name }: { known: Known; name: string }) {
  const { t } = useLingui();
  const { may_open: mayOpen, conversations_left: left, starts_conversation: starts } = known;
  if (!mayOpen) return t`${name} only takes first messages from people they’ve liked.`;
  if (left === null) return t`${name} is open to first messages.`;
  if (!starts) return t`Writing to ${name} doesn’t use up one of your free conversations.`;
  return (
    <>
      {plural(left, {
        0: 'You’ve used all your free conversations.',
        one: 'This uses your last free conversation.',
        other: 'You can start # more free conversations, including this one.',
      })}{' '}
      {left === 0 && (
        <TextLink href="/premium">
          <Trans>See Premium</Trans>
        </TextLink>
      )}
    </>
  );
}

function Fact({ icon, children }: { icon: ReactNode; children: ReactNode }) {
  return (
    <li className="flex gap-3 [&>svg]:mt-0.5 [&>svg]:size-4.5 [&>svg]:shrink-0">
      {icon}
      <span className="min-w-0 text-pretty">{children}</span>
    </li>
  );
}

function useActiveText() {
  const { t } = useLingui();
  return ({ online, last_active: band }: Known): string => {
    if (online) return t`Online now`;
    if (band === 'today') return t`Active in the last day`;
    if (band === 'week') return t`Active in the last week`;
    return band === 'month' ? t`Active in the last month` : t`Not active for over a month`;
  };
}
