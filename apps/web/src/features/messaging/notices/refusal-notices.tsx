import type { ErrorCode } from '@heartline/contracts';
import { showToast } from '@heartline/ui';
import { useLingui } from '@lingui/react/macro';
import { useRouter } from '@tanstack/react-router';
import { type RefObject, useEffect, useEffectEvent, useRef, useSyncExternalStore } from 'react';
import { useErrorMessage } from '../../../client/error-message.ts';
import { useMember } from '../../../client/session.ts';
import { onAttention, openConversation } from '../../../live/attention.ts';
import { openTabs, type Tabs } from '../../../live/tabs.ts';
import { useLabelledName } from '../../../people/fictional-word.ts';
import type { OutboxEntry } from '../outbox/outbox-store.ts';
import { priceOf } from '../outbox/refused-entry.ts';
import { useOutboxEntries } from '../outbox/use-outbox.ts';

/**
 * Says that a message was refused whose conversation is not open, such as one that was written without a line: one notice a
 * conversation, until the member closes it or goes there, in whichever tab, or nothing of it is refused any more. What was
 * refused before this page was opened was told then.
 */
export function RefusalNotices() {
  const entries = useOutboxEntries();
  const open = useSyncExternalStore(onAttention, openConversation);
  const notices = useRef(new Map<string, Promise<() => void>>());
  const newlyRefused = useNewlyRefused();
  const show = useShow();
  const tabs = useClosedElsewhere((conversation) => {
    void notices.current.get(conversation)?.then((close) => close());
  });
  const look = useEffectEvent((now: readonly OutboxEntry[], here: string | null) => {
    for (const entry of newlyRefused(now)) {
      const { conversation } = entry;
      if (conversation === here || notices.current.has(conversation)) continue;
      notices.current.set(
        conversation,
        show(entry, () => tabs.current?.say(conversation)),
      );
    }
    const isRefusedIn = (conversation: string) =>
      now.some((entry) => entry.conversation === conversation && entry.refusal);
    for (const [conversation, notice] of notices.current) {
      if (conversation !== here && isRefusedIn(conversation)) continue;
      void notice.then((close) => close());
      notices.current.delete(conversation);
    }
  });
  useEffect(() => look(entries, open), [entries, open]);
  return null;
}

/** Runs with the conversation whose notice another tab closed; the way to say so of one that was closed here. */
function useClosedElsewhere(close: (conversation: string) => void): RefObject<Tabs<string> | undefined> {
  const { id: me } = useMember();
  const tabs = useRef<Tabs<string>>(undefined);
  const onClosed = useEffectEvent(close);
  useEffect(() => {
    const opened = openTabs<string>(`refusals:${me}`);
    tabs.current = opened;
    opened.hear((conversation) => onClosed(conversation));
    return () => {
      tabs.current = undefined;
      opened.close();
    };
  }, [me]);
  return tabs;
}

/** Which of the messages were refused since this was asked last, and for another reason than before. */
function useNewlyRefused(): (entries: readonly OutboxEntry[]) => OutboxEntry[] {
  /** Why each was refused when it was last; nothing as long as it was not. */
  const known = useRef(new Map<string, ErrorCode | undefined>());
  return (entries) => {
    const before = known.current;
    const codeOf = ({ key, refusal }: OutboxEntry) => refusal?.code ?? before.get(key);
    known.current = new Map(entries.map((entry) => [entry.key, codeOf(entry)]));
    return entries.filter(
      ({ key, refusal }) => refusal !== undefined && before.has(key) && before.get(key) !== refusal.code,
    );
  };
}

function useShow(): (entry: OutboxEntry, onClose: () => void) => Promise<() => void> {
  const { t } = useLingui();
  const say = useErrorMessage();
  const labelled = useLabelledName();
  const router = useRouter();
  return (entry, onClose) => {
    const { profile, refusal, fictionalConfirmed: fictional } = entry;
    const name = labelled({ name: entry.name, fictional });
    return showToast({
      title: t`Your message to ${name} was not sent`,
      description: say({
        code: refusal?.code ?? 'INTERNAL',
        values: { name, credits: priceOf(entry), ...refusal?.values },
      }),
      tone: 'error',
      isSticky: true,
      onClose,
      action: {
        label: t`Open the conversation`,
        // The conversation may not have begun: the member is always there.
        onPress: () => void router.navigate({ href: `/members/${profile}/chat` }),
      },
    });
  };
}
