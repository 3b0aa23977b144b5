import type { ErrorCode } from '@heartline/contracts';
import { showToast } from '@heartline/ui';
import { useLingui } from '@lingui/react/macro';
import { useRouter } from '@tanstack/react-router';
import { type RefObject, useEffect, useEffectEvent, useRef, useSyncExternalStore } from 'react';
import { useMember } from '../../../client/session.ts';
import { hasAttention, onAttention, openConversation } from '../../../live/attention.ts';
import { openTabs, type Tabs } from '../../../live/tabs.ts';
import { useLabelledName } from '../../../people/fictional-word.ts';
import type { OutboxEntry } from '../outbox/outbox-store.ts';
import { useOutboxEntries } from '../outbox/use-outbox.ts';
import { useReason } from '../outbox/use-reason.ts';
import { useWhenItGoes } from '../outbox/when-it-goes.ts';

/** What tabs tell each other: messages whose refusal the member knows of, since they closed its notice or saw it. */
type Known = readonly { conversation: string; key: string; code: ErrorCode }[];

/** The conversation that stands in front of the member. */
const seenConversation = () => (hasAttention() ? openConversation() : null);

/**
 * Says that a message was refused whose conversation is not open, such as one that was written without a line: one notice a
 * conversation, until the member closes it or looks there, in whichever tab, or nothing of it is refused any more. What was
 * refused before this page was opened was told then.
 */
export function RefusalNotices() {
  const entries = useOutboxEntries();
  const open = useSyncExternalStore(onAttention, openConversation);
  const seen = useSyncExternalStore(onAttention, seenConversation);
  const notices = useRef(new Map<string, Promise<() => void>>());
  const { newlyRefused, note } = useNewlyRefused();
  const show = useShow();
  const tabs = useKnownElsewhere((known) => {
    for (const { conversation, key, code } of known) {
      // The word may be here before the refusal is.
      note(key, code);
      void notices.current.get(conversation)?.then((close) => close());
    }
  });
  const tell = (conversation: string, now: readonly OutboxEntry[]) => {
    const known = now.flatMap(({ key, refusal, ...of }) =>
      refusal && of.conversation === conversation ? [{ conversation, key, code: refusal.code }] : [],
    );
    if (known.length > 0) tabs.current?.say(known);
  };
  const look = useEffectEvent((now: readonly OutboxEntry[], here: string | null) => {
    for (const entry of newlyRefused(now)) {
      const { conversation } = entry;
      if (conversation === here || notices.current.has(conversation)) continue;
      const notice = show(entry, () => {
        // Closed, it makes room for the next.
        if (notices.current.get(conversation) === notice) notices.current.delete(conversation);
        tell(conversation, now);
      });
      notices.current.set(conversation, notice);
    }
    const isRefusedIn = (conversation: string) =>
      now.some((entry) => entry.conversation === conversation && entry.refusal);
    for (const [conversation, notice] of notices.current) {
      if (conversation !== here && isRefusedIn(conversation)) continue;
      void notice.then((close) => close());
      notices.current.delete(conversation);
    }
  });
  const tellSeen = useEffectEvent(tell);
  useEffect(() => look(entries, open), [entries, open]);
  useEffect(() => {
    if (seen) tellSeen(seen, entries);
  }, [entries, seen]);
  return null;
}

/** Runs with what the member knows of by another tab; the way to say so of this one. */
function useKnownElsewhere(note: (known: Known) => void): RefObject<Tabs<Known> | undefined> {
  const { id: me } = useMember();
  const tabs = useRef<Tabs<Known>>(undefined);
  const onKnown = useEffectEvent(note);
  useEffect(() => {
    const opened = openTabs<Known>(`refusals:${me}`);
    tabs.current = opened;
    opened.hear((known) => onKnown(known));
    return () => {
      tabs.current = undefined;
      opened.close();
    };
  }, [me]);
  return tabs;
}

/**
 * Which of the messages were refused since this was asked last, and for another reason than before; and how to note that the
 * member knows of one.
 */
function useNewlyRefused(): {
  newlyRefused: (entries: readonly OutboxEntry[]) => OutboxEntry[];
  note: (key: string, code: ErrorCode) => void;
} {
  /** Why each was refused when it was last; nothing as long as it was not. */
  const known = useRef(new Map<string, ErrorCode | undefined>());
  return {
    newlyRefused(entries) {
      const before = known.current;
      const codeOf = ({ key, refusal }: OutboxEntry) => refusal?.code ?? before.get(key);
      known.current = new Map(entries.map((entry) => [entry.key, codeOf(entry)]));
      return entries.filter(
        ({ key, refusal }) => refusal !== undefined && before.has(key) && before.get(key) !== refusal.code,
      );
    },
    note: (key, code) => void known.current.set(key, code),
  };
}

function useShow(): (entry: OutboxEntry, onClose: () => void) => Promise<() => void> {
  const { t } = useLingui();
  const reasonFor = useReason();
  const whenItGoes = useWhenItGoes();
  const labelled = useLabelledName();
  const router = useRouter();
  return (entry, onClose) => {
    const { profile, state, fictionalConfirmed: fictional } = entry;
    const name = labelled({ name: entry.name, fictional });
    const { code, words } = reasonFor(entry, name);
    return showToast({
      title: t`Your message to ${name} was not sent`,
      description: state === 'held' ? `${words} ${whenItGoes(code)}` : words,
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
