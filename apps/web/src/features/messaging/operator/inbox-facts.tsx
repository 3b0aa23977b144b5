import type { Interest } from '@heartline/contracts';
import {
  addOperatorNote,
  OPERATOR_NOTE_LENGTH,
  type OperatorFacts,
  removeOperatorNote,
} from '@heartline/contracts';
import { cleanText, isBlank } from '@heartline/domain';
import { Avatar, Banner, Button, Chip, FictionalChip, Skeleton, showToast, TextArea } from '@heartline/ui';
import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { useMutation, useQuery } from '@tanstack/react-query';
import { Flag } from 'lucide-react';
import { call } from '../../../client/api.ts';
import { useErrorMessage } from '../../../client/error-message.ts';
import { LoadFailure } from '../../../client/load-failure.tsx';
import { queryClient } from '../../../client/query.ts';
import { useSettings } from '../../../client/session.ts';
import { useServerClock } from '../../../client/use-server-clock.ts';
import { useFictionalLabel } from '../../../people/fictional-label.ts';
import { INTEREST_LABELS } from '../../../people/interest-labels.ts';
import { photoUrl } from '../../../people/photo-url.ts';
import { usePlaceOf } from '../../../people/place.ts';
import { useQuestions } from '../../../people/questions.ts';
import { typedOn } from '../composer/typed-on.ts';
import { useTimes } from '../times.ts';
import { begunNotes, useBegun } from './begun.ts';
import { aboutQuery } from './operator-queries.ts';

/** Both members, notes of colleagues, and open cases (`age-warning.tsx` shows those about age). */
export function InboxFacts({ conversation, onReport }: { conversation: string; onReport: () => void }) {
  const { data: about, error, refetch } = useQuery(aboutQuery(conversation));
  if (!about && error) return <LoadFailure error={error} onRetry={refetch} />;
  if (!about) return <Skeleton className="h-64" />;
  return (
    <div className="grid gap-6">
      {about.openCases > 0 && !about.ageDoubt && (
        <Banner tone="warn">
          <Plural
            value={about.openCases}
            one="# open case about this member"
            other="# open cases about this member"
          />
        </Banner>
      )}
      <div>
        <Person of={about.member} isFictional={false} />
        <Button
          size="sm"
          variant="ghost"
          icon={<Flag className="size-4" aria-hidden />}
          className="mt-3 -ml-3"
          onPress={onReport}
        >
          <Trans>Report {about.member.name}</Trans>
        </Button>
      </div>
      <Notes conversation={conversation} />
      <Person of={about.profile} isFictional />
    </div>
  );
}

function Person({ of, isFictional }: { of: OperatorFacts; isFictional: boolean }) {
  const fictional = useFictionalLabel();
  const { cdn_prefix: prefix } = useSettings();
  const { i18n } = useLingui();
  const place = usePlaceOf()(of);
  const wordOf = (interest: string) =>
    interest in INTEREST_LABELS ? i18n._(INTEREST_LABELS[interest as Interest]) : interest;
  const { age, name } = of;
  return (
    <section>
      <h2 className="text-xs font-semibold tracking-wide text-ink-2 uppercase">
        {isFictional ? <Trans>You’re writing as</Trans> : <Trans>The member</Trans>}
      </h2>
      <div className="mt-3 flex items-center gap-3">
        <Avatar name={name} src={photoUrl(prefix, of.main_image?.thumb_filename)} size="lg" />
        <div className="min-w-0">
          <p className="title truncate text-lg">
            {name}, {age}
          </p>
          <p className="truncate text-sm text-ink-2">{place}</p>
          {isFictional && (
            <p className="mt-1">
              <FictionalChip>{fictional}</FictionalChip>
            </p>
          )}
        </div>
      </div>
      {of.about && <p className="mt-3 text-sm whitespace-pre-wrap [overflow-wrap:anywhere]">{of.about}</p>}
      <Answers of={of} />
      {of.interests.length > 0 && (
        <div className="mt-3 flex flex-wrap gap-1.5">
          {of.interests.map((interest) => (
            <Chip key={interest}>{wordOf(interest)}</Chip>
          ))}
        </div>
      )}
    </section>
  );
}

/** Answers to prompts, as members see them. */
function Answers({ of: { prompts } }: { of: OperatorFacts }) {
  const { questions } = useQuestions(prompts.length > 0);
  return prompts.map(({ key, answer }) => (
    <p key={key} className="mt-3 text-sm [overflow-wrap:anywhere]">
      <span className="block text-xs text-ink-2">{questions.get(key)}</span>
      {answer}
    </p>
  ));
}

/** Notes for colleagues. The member can request them with their data, so operators should write them accordingly. */
function Notes({ conversation }: { conversation: string }) {
  const { t } = useLingui();
  const errorTextOf = useErrorMessage();
  const times = useTimes();
  const now = useServerClock(60_000);
  const [text, setText] = useBegun(begunNotes, conversation);
  const query = aboutQuery(conversation);
  const notes = useQuery(query).data?.notes ?? [];
  const showNotes = (changed: typeof notes) => {
    queryClient.setQueryData(query.queryKey, (about) => about && { ...about, notes: changed });
    // A request sent before this change may bring the old notes.
    void queryClient.invalidateQueries({ queryKey: query.queryKey });
  };
  // One request at a time: each answer has all notes, so a late one would overwrite a newer one.
  const inOrder = { scope: { id: `notes:${conversation}` } };
  const add = useMutation({
    ...inOrder,
    mutationFn: (words: string) => {
      const clientId = begunNotes.keyFor(conversation, words);
      return call(addOperatorNote, { clientId, conversation, text: cleanText(words) });
    },
    onSuccess: (answer, words) => {
      showNotes(answer.notes);
      begunNotes.endTry(conversation);
      setText(typedOn(begunNotes.valueOf(conversation), words));
    },
    onError: (error) => void showToast({ title: errorTextOf(error), tone: 'error' }),
  });
  const remove = useMutation({
    ...inOrder,
    mutationFn: (id: string) => call(removeOperatorNote, { conversation, id }),
    onSuccess: (answer) => showNotes(answer.notes),
    onError: (error) => void showToast({ title: errorTextOf(error), tone: 'error' }),
  });
  return (
    <section>
      <h2 className="text-xs font-semibold tracking-wide text-ink-2 uppercase">
        <Trans>Notes for colleagues</Trans>
      </h2>
      <ul className="mt-3 grid gap-2">
        {notes.map((note) => (
          <li key={note.id} className="rounded-control bg-sunk px-3 py-2 text-sm">
            <p className="whitespace-pre-wrap [overflow-wrap:anywhere]">{note.text}</p>
            <p className="mt-1 flex items-center gap-2 text-xs text-ink-2">
              <span className="grow truncate">
                {note.by} · {times.brief(note.at, now)}
              </span>
              {note.mine && (
                <Button size="sm" variant="ghost" onPress={() => remove.mutate(note.id)}>
                  <Trans>Remove</Trans>
                </Button>
              )}
            </p>
          </li>
        ))}
      </ul>
      <form
        className="mt-3"
        onSubmit={(event) => {
          event.preventDefault();
          if (!isBlank(text)) add.mutate(text);
        }}
      >
        <TextArea
          label={t`New note`}
          description={t`The member can ask to see it.`}
          minRows={2}
          maxLength={OPERATOR_NOTE_LENGTH}
          value={text}
          onChange={setText}
        />
        <Button type="submit" size="sm" className="mt-2" isPending={add.isPending} isDisabled={isBlank(text)}>
          <Trans>Save note</Trans>
        </Button>
      </form>
    </section>
  );
}
