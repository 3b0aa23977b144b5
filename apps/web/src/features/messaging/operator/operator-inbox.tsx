import type { Message, QueueEntry } from '@heartline/contracts';
import {
  Avatar,
  Button,
  ChatBar,
  ChatLayout,
  Dialog,
  EmptyState,
  FictionalChip,
  IconButton,
  showToast,
} from '@heartline/ui';
import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { ArrowLeft, Info, SkipForward } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { useDocumentTitle } from '../../../client/document-title.ts';
import { useSettings } from '../../../client/session.ts';
import { useFictionalLabel } from '../../../people/fictional-label.ts';
import { photoUrl } from '../../../people/photo-url.ts';
import { isFocusLost } from '../focus-when-drawn.ts';
import { AgeWarning } from './age-warning.tsx';
import { AnswerBox } from './answer-box.tsx';
import { InboxBar, type InboxOwner } from './inbox-bar.tsx';
import { InboxFacts } from './inbox-facts.tsx';
import { useInboxLive } from './inbox-live.ts';
import { InboxMessages } from './inbox-messages.tsx';
import { aboutQuery, queueQuery } from './operator-queries.ts';
import { QueueList } from './queue-list.tsx';
import { ReportDialog } from './report-dialog.tsx';
import { TranslationBar } from './translation.tsx';
import { useHistory } from './use-history.ts';
import { type Opened, useInbox } from './use-inbox.ts';
import { useInboxKeys } from './use-inbox-keys.ts';

/** Operator inbox: the queue on the left, the open conversation, and both members on the right. */
export function OperatorInbox({ operator, languageMenu }: InboxOwner) {
  const { t } = useLingui();
  const { data: queue, error, refetch } = useQuery(queueQuery);
  const inbox = useInbox();
  const isConnected = useInboxLive();
  const { opened, open, leave } = inbox;
  const { next, skip, hasNext } = useNext(queue?.entries, opened, open, leave);
  const field = useRef<HTMLTextAreaElement>(null);
  /** Stored with its conversation, because another one may open below the dialog. */
  const [reported, setReported] = useState<{ entry: QueueEntry; message: Message | null }>();
  const report = (message: Message | null) => opened && setReported({ entry: opened.entry, message });
  const waiting = queue?.waiting ?? 0;
  useDocumentTitle(waiting > 0 ? t`(${waiting}) Operators` : t`Operators`);
  useInboxKeys({ next, skip, reply: () => field.current?.focus() });
  const conversation = opened?.entry.conversation;
  // Focus the field when a conversation opens, and the page when the last one closes.
  const before = useRef(conversation);
  useEffect(() => {
    if (conversation) field.current?.focus();
    else if (before.current && isFocusLost()) document.getElementById('content')?.focus();
    before.current = conversation;
  }, [conversation]);
  return (
    <>
      <InboxBar operator={operator} languageMenu={languageMenu} onLeave={leave} />
      <ChatLayout
        notice={
          !isConnected && (
            <p role="status" className="shrink-0 bg-amber-soft px-4 py-1.5 text-center text-sm text-ink">
              <Trans>Connection lost. We check the queue every 30 seconds.</Trans>
            </p>
          )
        }
        isChatOpen={opened !== undefined}
        listLabel={t`Waiting chats`}
        skipLabel={t`Skip to chat`}
        list={
          <QueueList
            queue={queue}
            error={error}
            onRetry={refetch}
            opened={conversation}
            onOpen={(entry) => void open(entry)}
          />
        }
        aside={
          conversation && (
            <InboxFacts key={conversation} conversation={conversation} onReport={() => report(null)} />
          )
        }
      >
        {opened ? (
          <InboxConversation
            key={opened.entry.conversation}
            opened={opened}
            inbox={inbox}
            field={field}
            onNext={next}
            onSkip={skip}
            onReport={({ message }) => report(message)}
          />
        ) : (
          <NothingOpen waiting={queue?.waiting} hasNext={hasNext} isOpening={inbox.isOpening} onNext={next} />
        )}
      </ChatLayout>
      {reported && (
        <ReportDialog
          conversation={reported.entry.conversation}
          name={reported.entry.member.name}
          message={reported.message}
          onClose={() => setReported(undefined)}
        />
      )}
    </>
  );
}

interface NothingOpenProps {
  /** Undefined until the queue is loaded, when nothing can be said yet. */
  waiting: number | undefined;
  /** False while colleagues have all waiting conversations open. */
  hasNext: boolean;
  isOpening: boolean;
  onNext: () => void;
}

function NothingOpen({ waiting, hasNext, isOpening, onNext }: NothingOpenProps) {
  const { t } = useLingui();
  if (waiting === undefined) return null;
  const busy = waiting > 0 ? t`Everyone waiting is being answered` : t`All answered`;
  return (
    <div className="grid grow place-content-center">
      <EmptyState
        drawing="mail"
        title={hasNext ? t`Longest wait first` : busy}
        action={
          hasNext && (
            <Button variant="primary" onPress={onNext} isPending={isOpening} aria-describedby="desk-keys">
              <Trans>Open next</Trans>
            </Button>
          )
        }
      >
        <span id="desk-keys">
          <Trans>
            Alt N opens the next one, Alt S skips, Alt R jumps to the message field, Ctrl Enter sends and
            opens the next.
          </Trans>
        </span>
      </EmptyState>
    </div>
  );
}

interface InboxConversationProps {
  opened: Opened;
  inbox: ReturnType<typeof useInbox>;
  field: React.RefObject<HTMLTextAreaElement | null>;
  onNext: () => void;
  onSkip: () => void;
  onReport: (of: { message: Message | null }) => void;
}

function InboxConversation({ opened, inbox, field, onNext, onSkip, onReport }: InboxConversationProps) {
  const { t } = useLingui();
  const { entry } = opened;
  const history = useHistory(entry.conversation);
  const about = useQuery(aboutQuery(entry.conversation)).data;
  const [showsFacts, setShowsFacts] = useState(false);
  useTakenBackNotice(entry.member.name, history.takenBack);
  return (
    <>
      <ChatBar
        back={
          <IconButton label={t`Hand back and show queue`} onPress={inbox.leave}>
            <ArrowLeft className="size-5" aria-hidden />
          </IconButton>
        }
        tools={
          <>
            <IconButton
              label={t`Details and notes`}
              onPress={() => setShowsFacts(true)}
              className="xl:hidden"
            >
              <Info className="size-5" aria-hidden />
            </IconButton>
            <IconButton label={t`Skip`} onPress={onSkip} className="sm:hidden">
              <SkipForward className="size-5" aria-hidden />
            </IconButton>
            <Button size="sm" onPress={onSkip} className="max-sm:hidden">
              <Trans>Skip</Trans>
            </Button>
            <Button size="sm" onPress={onNext} className="max-sm:hidden">
              <Trans>Next</Trans>
            </Button>
          </>
        }
      >
        <BothSides entry={entry} />
      </ChatBar>
      <AgeWarning conversation={entry.conversation} upTo={history.upTo} />
      <TranslationBar language={about?.member.language} />
      <InboxMessages
        entry={entry}
        history={history}
        language={about?.member.language}
        onReport={(message) => onReport({ message })}
      />
      <AnswerBox
        ref={field}
        opened={opened}
        messageLength={about?.messageLength}
        seen={history.seen}
        onTakenBack={history.lookAgain}
        onSent={history.addAnswer}
        onLost={inbox.lose}
        onReopen={() => void inbox.open(entry)}
        onAnswered={() => inbox.isAt(entry.conversation) && onNext()}
      />
      <Dialog
        isOpen={showsFacts}
        onOpenChange={setShowsFacts}
        title={t`Details and notes`}
        closeLabel={t`Close`}
      >
        <InboxFacts
          conversation={entry.conversation}
          onReport={() => {
            setShowsFacts(false);
            onReport({ message: null });
          }}
        />
      </Dialog>
    </>
  );
}

/** Notifies the operator that a message was taken back, because a writing operator looks at the field. */
function useTakenBackNotice(name: string, takenBack: number | undefined): void {
  const { t } = useLingui();
  const seen = useRef(takenBack);
  useEffect(() => {
    const before = seen.current;
    seen.current = takenBack;
    if (before !== undefined && takenBack !== undefined && takenBack > before) {
      void showToast({ title: t`${name} took a message back` });
    }
  }, [takenBack, name, t]);
}

function BothSides({ entry }: { entry: QueueEntry }) {
  const fictional = useFictionalLabel();
  const { cdn_prefix: prefix } = useSettings();
  const { member, profile } = entry;
  return (
    <div className="flex items-center gap-3">
      <Avatar
        name={member.name}
        src={photoUrl(prefix, member.main_image?.thumb_filename)}
        size="sm"
        // On a phone the label needs the space.
        className="max-sm:hidden"
      />
      <div className="min-w-0">
        <h1 className="truncate font-semibold">{member.name}</h1>
        <p className="flex items-center gap-2 text-sm text-ink-2">
          <span className="truncate max-lg:hidden">
            <Trans>You’re writing as {profile.name}</Trans>
          </span>
          {/* A narrow screen has no space for the longer text. */}
          <span className="truncate lg:hidden">
            <Trans>as {profile.name}</Trans>
          </span>
          <span className="flex max-w-3/4 shrink-0">
            <FictionalChip>{fictional}</FictionalChip>
          </span>
        </p>
      </div>
    </div>
  );
}

/** Opens the conversation that waits longest, among those not open elsewhere and not skipped by this operator. */
function useNext(
  entries: readonly QueueEntry[] | undefined,
  opened: Opened | undefined,
  open: (entry: QueueEntry) => Promise<boolean>,
  leave: () => void,
) {
  const skipped = useRef(new Set<string>());
  const others = (entries ?? []).filter(
    ({ conversation, holder }) =>
      conversation !== opened?.entry.conversation && (holder === null || holder.mine),
  );
  const free = () => {
    const fresh = others.find(({ conversation }) => !skipped.current.has(conversation));
    if (fresh) return fresh;
    // All were skipped, so start over.
    skipped.current.clear();
    return others[0];
  };
  const next = () => {
    const entry = free();
    if (entry) void open(entry);
    else leave();
  };
  const skip = () => {
    if (opened) skipped.current.add(opened.entry.conversation);
    next();
  };
  return { next, skip, hasNext: others.length > 0 };
}
