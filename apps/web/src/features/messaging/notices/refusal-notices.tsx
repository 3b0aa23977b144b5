import type { ErrorCode } from '@heartline/contracts';
import { showToast } from '@heartline/ui';
import { useLingui } from '@lingui/react/macro';
import { useRouter } from '@tanstack/react-router';
import { type RefObject, useEffect, useEffectEvent, useRef, useSyncExternalStore } from 'react';
import { useMember } from '../../../client/session.ts';
import { hasAttention, onAttention, openConversation } from '../../../live/attention.ts';
import { openTabs, type Tabs } from '../../../live/tabs.ts';
import { useLabelledName } from '../../../people/fictional-label.ts';
import type { OutboxEntry } from '../outbox/outbox-store.ts';
import { useOutboxEntries } from '../outbox/use-outbox.ts';
import { useReason } from '../outbox/use-reason.ts';
import { useWhenItGoes } from '../outbox/when-it-goes.ts';

/** Messages between tabs: refusals that the member knows, because they closed the notification or saw the message. */
type Known = readonly { conversation: string; key: string; code: ErrorCode }[];

/** The conversation that is open on a page with focus. */
const seenConversation = () => (hasAttention() ? openConversation() : null);

/**
 * Announces a refused message of a conversation that is not open, as one written offline. One notification per
 * conversation stays until the member closes it or opens the chat in any tab, or no refusal is left. Refusals from
 * before this page opened are not repeated.
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
      // The other tab's message may arrive before the refusal.
      note(key, code);
      void notices.current.get(conversation)?.then((close) => close());
    }
  });
  const notify = (conversation: string, now: readonly OutboxEntry[]) => {
    const known = now.flatMap(({ key, refusal, ...of }) =>
      refusal && of.conversation === conversation ? [{ conversation, key, code: refusal.code }] : [],
    );
    if (known.length > 0) tabs.current?.publish(known);
  };
  const look = useEffectEvent((now: readonly OutboxEntry[], here: string | null) => {
    for (const entry of newlyRefused(now)) {
      const { conversation } = entry;
      if (conversation === here || notices.current.has(conversation)) continue;
      const notice = show(entry, () => {
        // After a close, the next refusal shows a new one.
        if (notices.current.get(conversation) === notice) notices.current.delete(conversation);
        notify(conversation, now);
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
  const notifySeen = useEffectEvent(notify);
  useEffect(() => look(entries, open), [entries, open]);
  useEffect(() => {
    if (seen) notifySeen(seen, entries);
  }, [entries, seen]);
  return null;
}

/** Calls `note` with the refusals known in other tabs, and returns the channel to report those of this tab. */
function useKnownElsewhere(note: (known: Known) => void): RefObject<Tabs<Known> | undefined> {
  const { id: me } = useMember();
  const tabs = useRef<Tabs<Known>>(undefined);
  const onKnown = useEffectEvent(note);
  useEffect(() => {
    const opened = openTabs<Known>(`refusals:${me}`);
    tabs.current = opened;
    opened.subscribe((known) => onKnown(known));
    return () => {
      tabs.current = undefined;
      opened.close();
    };
  }, [me]);
  return tabs;
}

/**
 * `newlyRefused` returns messages refused since its last call for a new reason; `note` marks one as known to the
 * member.
 */
function useNewlyRefused(): {
  newlyRefused: (entries: readonly OutboxEntry[]) => OutboxEntry[];
  note: (key: string, code: ErrorCode) => void;
} {
  /** Last refusal of each message; undefined while it had none. */
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
      title: t`Your message to ${name} wasn’t sent`,
      description: state === 'held' ? `${words} ${whenItGoes(code)}` : words,
      tone: 'error',
      isSticky: true,
      onClose,
      action: {
        label: t`Open chat`,
        // The conversation may not exist yet, so link to the member.
        onPress: () => void router.navigate({ href: `/members/${profile}/chat` }),
      },
    });
  };
}
