import type { Chat, ChatHit } from '@heartline/contracts';
import { findTerms, lineFrom, searchTerms } from '@heartline/domain';
import { Anchor } from '@heartline/ui';
import { Trans } from '@lingui/react/macro';
import { useMemo } from 'react';
import { useMember } from '../../client/session.ts';
import { useServerClock } from '../../client/use-server-clock.ts';
import { Highlighted } from './highlight.tsx';
import { requestJump } from './jumps.ts';
import { ListRow } from './list-row.tsx';
import { openFind } from './shortcuts.ts';
import { useTimes } from './times.ts';

interface ConversationHitsProps {
  chat: Chat;
  /** Messages that match, newest first; at least one. */
  hits: readonly ChatHit[];
  question: string;
  index: number;
  /** Key of the result that Tab focuses. */
  stop: string | undefined;
}

/** Matches shown per conversation; the search of the conversation itself shows the rest. */
const SHOWN = 3;

const keyOf = ({ conversation, seq }: ChatHit) => `${conversation} ${seq}`;
const keyOfAll = ({ conversation }: ChatHit) => `${conversation} all`;

/** Keys of the results of one conversation, from top to bottom. */
export function resultsOf(hits: readonly ChatHit[]): string[] {
  return [...hits.slice(0, SHOWN).map(keyOf), ...hits.slice(SHOWN, SHOWN + 1).map(keyOfAll)];
}

const UNDER_THE_NAME =
  'mx-2 flex min-h-11 items-center gap-2 rounded-control py-1.5 pr-3 pl-18 text-sm text-ink-2 transition-colors hover:bg-hover focus-visible:-outline-offset-2';

/**
 * Search results of one conversation: its member once, then the messages. A press opens the conversation at that
 * message.
 */
export function ConversationHits({ chat, hits, question, index, stop }: ConversationHitsProps) {
  const times = useTimes();
  const now = useServerClock(60_000);
  const { id } = chat.conversation;
  const href = `/chats/${id}`;
  const goTo = ({ seq }: ChatHit) => requestJump(id, { kind: 'row', seq });
  const [newest, ...further] = hits.slice(0, SHOWN);
  const ofKey = (key: string) => ({ 'data-result': key, tabIndex: key === stop ? 0 : -1 });
  if (!newest) return null;
  return (
    <>
      <div data-result={keyOf(newest)}>
        <ListRow
          chat={{ ...chat, num_unread_messages: 0, lastAt: newest.at }}
          isCurrent={false}
          isStop={keyOf(newest) === stop}
          index={index}
          onClick={() => goTo(newest)}
          preview={<HitText hit={newest} question={question} />}
        />
      </div>
      {further.map((hit) => (
        <Anchor
          key={hit.seq}
          {...ofKey(keyOf(hit))}
          href={href}
          onClick={() => goTo(hit)}
          className={UNDER_THE_NAME}
        >
          <span className="grow truncate">
            <HitText hit={hit} question={question} />
          </span>
          <span className="tabular shrink-0 pl-2 text-xs">{times.brief(hit.at, now)}</span>
        </Anchor>
      ))}
      {hits.length > SHOWN && (
        <Anchor
          {...ofKey(keyOfAll(newest))}
          href={href}
          onClick={() => openFind(id, question)}
          className={`${UNDER_THE_NAME} font-semibold hover:text-ink`}
        >
          <Trans>Whole chat</Trans>
        </Anchor>
      )}
    </>
  );
}

/** Characters shown before a match, so that a narrow list still shows the match. */
const BEFORE = 16;

function HitText({ hit, question }: { hit: ChatHit; question: string }) {
  const me = useMember();
  const terms = useMemo(() => searchTerms(question), [question]);
  const [first] = findTerms(hit.snippet, terms) ?? [];
  return (
    <>
      {hit.sender === me.id && (
        <>
          <Trans>You:</Trans>{' '}
        </>
      )}
      <bdi>
        <Highlighted text={first ? lineFrom(hit.snippet, first, BEFORE) : hit.snippet} terms={terms} />
      </bdi>
    </>
  );
}
