import type { Message, QueueEntry } from '@heartline/contracts';
import { Bubble, Button, ChatMessages, DayLine, MessageRun, Skeleton } from '@heartline/ui';
import { Trans, useLingui } from '@lingui/react/macro';
import { Flag } from 'lucide-react';
import { useLayoutEffect, useRef } from 'react';
import { serverNow } from '../../../client/clock.ts';
import { useLocale } from '../../../client/language.ts';
import { useTimes } from '../times.ts';
import { hasPicture, InboxContent } from './inbox-content.tsx';
import { Translation } from './translation.tsx';
import type { LanguagePair } from './translator.ts';
import type { useHistory } from './use-history.ts';
import type { Opened } from './use-inbox.ts';

interface InboxMessagesProps {
  entry: Opened['entry'];
  history: ReturnType<typeof useHistory>;
  /** Language of the member; undefined until it is loaded. */
  language: string | undefined;
  onReport: (message: Message) => void;
}

/** Distance from the end in px that still counts as at the end. */
const NEAR_PX = 80;

/** Groups consecutive messages of one sender and day. */
function runsOf(messages: readonly Message[]): Message[][] {
  const runs: Message[][] = [];
  for (const message of messages) {
    const last = runs.at(-1)?.at(-1);
    const isSame = last?.sender === message.sender && dayOf(last.at) === dayOf(message.at);
    if (isSame) runs.at(-1)?.push(message);
    else runs.push([message]);
  }
  return runs;
}

const dayOf = (at: number) => new Date(at).setHours(0, 0, 0, 0);

/** The conversation from the side of the fictional profile, whose messages are on the right. */
export function InboxMessages({ entry, history, language, onReport }: InboxMessagesProps) {
  const { t } = useLingui();
  const times = useTimes();
  const to = useLocale();
  const scroller = useSteadyScroll(history.messages);
  const runs = runsOf(history.messages);
  return (
    <ChatMessages ref={scroller} label={t`Chat between ${entry.member.name} and ${entry.profile.name}`}>
      {history.hasOlder && (
        <div className="text-center">
          <Button size="sm" onPress={history.loadOlder} isPending={history.isLoading}>
            <Trans>Show older messages</Trans>
          </Button>
        </div>
      )}
      {history.isLoading && runs.length === 0 && <Skeleton className="h-24" />}
      {history.isFailed && (
        <div className="text-center text-sm text-ink-2">
          <Trans>Couldn’t load the messages.</Trans>{' '}
          <Button size="sm" onPress={history.reload}>
            <Trans>Try again</Trans>
          </Button>
        </div>
      )}
      {runs.map((run, index) => {
        const [first] = run;
        if (!first) return null;
        const before = runs[index - 1]?.[0];
        return (
          <div key={first.seq}>
            {(!before || dayOf(before.at) !== dayOf(first.at)) && (
              <DayLine>{times.day(first.at, serverNow())}</DayLine>
            )}
            <MessageRun>
              {run.map((message, place) => (
                <InboxMessage
                  key={message.seq}
                  message={message}
                  covered={history.covered}
                  member={entry.member}
                  isOwn={message.sender === entry.profile.id}
                  time={place === run.length - 1 ? times.time(message.at) : undefined}
                  position={positionOf(place, run.length)}
                  pair={{ from: language ?? to, to }}
                  onReport={onReport}
                />
              ))}
            </MessageRun>
          </div>
        );
      })}
    </ChatMessages>
  );
}

function positionOf(place: number, length: number) {
  if (length === 1) return 'single';
  if (place === 0) return 'first';
  return place === length - 1 ? 'last' : 'middle';
}

function InboxMessage({
  message,
  covered,
  member,
  isOwn,
  time,
  position,
  pair,
  onReport,
}: {
  message: Message;
  covered: ReadonlyMap<string, string>;
  member: QueueEntry['member'];
  isOwn: boolean;
  time: string | undefined;
  position: ReturnType<typeof positionOf>;
  pair: LanguagePair;
  onReport: (message: Message) => void;
}) {
  const { t } = useLingui();
  return (
    <Bubble
      isOwn={isOwn}
      position={position}
      meta={time}
      isMedia={hasPicture(message)}
      aside={
        !isOwn &&
        !message.gone && (
          <button
            type="button"
            aria-label={t`Report this message`}
            title={t`Report this message`}
            onClick={() => onReport(message)}
            className="target inline-flex size-8 shrink-0 items-center justify-center rounded-full text-ink-2 opacity-80 hover:bg-hover hover:opacity-100 focus-visible:opacity-100"
          >
            <Flag className="size-4" aria-hidden />
          </button>
        )
      }
    >
      <InboxContent message={message} covered={covered} member={member} />
      <Translation message={message} pair={pair} />
    </Bubble>
  );
}

/** Keeps the list at its end while the operator is there, and at the same row when older messages load. */
function useSteadyScroll(messages: readonly Message[]) {
  const scroller = useRef<HTMLDivElement>(null);
  const before = useRef({ first: 0, height: 0, isAtEnd: true });
  useLayoutEffect(() => {
    const box = scroller.current;
    if (!box) return;
    const first = messages[0]?.seq ?? 0;
    const { height, isAtEnd, first: knownFirst } = before.current;
    const hasOlder = knownFirst > first && first > 0;
    if (hasOlder) box.scrollTop += box.scrollHeight - height;
    else if (isAtEnd) box.scrollTop = box.scrollHeight;
    before.current = { ...before.current, first, height: box.scrollHeight };
  }, [messages]);
  useLayoutEffect(() => {
    const box = scroller.current;
    if (!box) return;
    const onScroll = () => {
      before.current.isAtEnd = box.scrollHeight - box.scrollTop - box.clientHeight < NEAR_PX;
    };
    box.addEventListener('scroll', onScroll, { passive: true });
    return () => box.removeEventListener('scroll', onScroll);
  }, []);
  return scroller;
}
