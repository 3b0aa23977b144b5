import { Trans, useLingui } from '@lingui/react/macro';
import { Hourglass } from 'lucide-react';
import { flushSync } from 'react-dom';
import { showUndo } from '../../../people/undo.ts';
import { isDraftEmpty, saveDrafts } from '../drafts.ts';
import { EntryButton } from '../entry-button.tsx';
import { handOver } from '../hand-over.ts';
import type { OutboxEntry } from '../outbox/outbox-store.ts';
import { outbox } from '../outbox/use-outbox.ts';
import { giveBack } from '../undo/give-back.ts';
import { askForCredits } from './credits-asked.ts';

/** Under a message that waits for credits: when it is sent, and how to buy, change or cancel it. */
export function WaitsForCredits({ entry, reasonId }: { entry: OutboxEntry; reasonId?: string | undefined }) {
  const { t } = useLingui();
  const { key, member, conversation, kind, text, credits, quote, photo, gift } = entry;
  const takeOut = (pressed: HTMLElement) => {
    handOver(pressed);
    return outbox.discard(key);
  };
  const restore = () => {
    // Rendered and stored at once, because the outbox has it no more.
    flushSync(() => giveBack(member, conversation, { text, quote, picture: photo?.blob, gift: gift?.id }));
    saveDrafts();
  };
  const edit = async (pressed: HTMLElement) => {
    // Not if it is on its way by now: then it can't be changed any more.
    if (await takeOut(pressed)) restore();
  };
  const cancel = async (pressed: HTMLElement) => {
    if (!(await takeOut(pressed))) return;
    if (kind === 'text' && isDraftEmpty(member, conversation)) restore();
    else void showUndo({ title: t`Your message won’t be sent`, onUndo: restore });
  };
  return (
    <div className="mt-1 text-right text-sm">
      <p role="status" id={reasonId} className="text-ink-2">
        <Hourglass className="mr-1.5 inline size-4 align-[-3px]" aria-hidden />
        <Trans>Will be sent once your credits arrive.</Trans>
      </p>
      <div className="-mr-3 flex flex-wrap items-center justify-end">
        <EntryButton
          label={t`Get credits`}
          onPress={() => askForCredits(conversation, { kind, text, credits })}
        />
        <EntryButton label={t`Edit`} onPress={(pressed) => void edit(pressed)} />
        <EntryButton label={t`Cancel`} onPress={(pressed) => void cancel(pressed)} />
      </div>
    </div>
  );
}
