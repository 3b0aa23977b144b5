import { removeReply, type SavedReply, saveReply } from '@heartline/contracts';
import { cleanText, isBlank } from '@heartline/domain';
import { Button, Dialog, IconButton, showToast } from '@heartline/ui';
import { Trans, useLingui } from '@lingui/react/macro';
import { useMutation, useQuery } from '@tanstack/react-query';
import { BookMarked, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { call } from '../../../client/api.ts';
import { useErrorMessage } from '../../../client/error-message.ts';
import { useKeyOfContent } from '../../../client/key-of-content.ts';
import { queryClient } from '../../../client/query.ts';
import { aboutQuery } from './operator-queries.ts';

interface SavedRepliesProps {
  conversation: string;
  /** Name of the fictional profile the replies belong to. */
  profile: string;
  /** Text in the field, which may be saved. */
  text: string;
  /** Adds a reply to the field. Nothing is sent. */
  onUse: (text: string) => void;
}

/** Button in the answer field, and its dialog: replies saved for the fictional profile. */
export function SavedReplies({ conversation, profile, text, onUse }: SavedRepliesProps) {
  const { t } = useLingui();
  const errorTextOf = useErrorMessage();
  const [isOpen, setOpen] = useState(false);
  const keyOf = useKeyOfContent();
  const query = aboutQuery(conversation);
  const replies = useQuery(query).data?.replies ?? [];
  const show = (changed: SavedReply[]) => {
    queryClient.setQueryData(query.queryKey, (about) => about && { ...about, replies: changed });
    // A request sent before this change may bring the old replies.
    void queryClient.invalidateQueries({ queryKey: query.queryKey });
  };
  // One request at a time: each answer has all replies, so a late one would overwrite a newer one.
  const change = {
    scope: { id: `replies:${conversation}` },
    onSuccess: (answer: { replies: SavedReply[] }) => show(answer.replies),
    onError: (error: unknown) => void showToast({ title: errorTextOf(error), tone: 'error' }),
  };
  const save = useMutation({
    ...change,
    mutationFn: (reply: { text: string }) =>
      call(saveReply, { clientId: keyOf({ conversation, ...reply }), conversation, ...reply }),
  });
  const remove = useMutation({
    ...change,
    mutationFn: (id: string) => call(removeReply, { conversation, id }),
  });
  const typed = cleanText(text);
  const isSaved = replies.some((reply) => reply.text === typed);
  return (
    <>
      <IconButton label={t`Saved replies`} onPress={() => setOpen(true)}>
        <BookMarked className="size-5" aria-hidden />
      </IconButton>
      <Dialog
        isOpen={isOpen}
        onOpenChange={setOpen}
        title={t`Saved replies of ${profile}`}
        closeLabel={t`Close`}
        footer={
          <Button
            isDisabled={isBlank(text) || isSaved}
            isPending={save.isPending}
            onPress={() => save.mutate({ text: typed })}
          >
            <Trans>Save what you wrote</Trans>
          </Button>
        }
      >
        <p className="text-sm text-ink-2">
          <Trans>
            Shared with your colleagues. Choose one to put it in the field; nothing is sent until you send it.
            Don’t save anything about a member here.
          </Trans>
        </p>
        {replies.length === 0 && (
          <p className="mt-6 text-center text-ink-2">
            <Trans>No reply is saved yet. Write one in the field, then save it here.</Trans>
          </p>
        )}
        <ul aria-label={t`Saved replies`} className="mt-4 grid gap-2">
          {replies.map((reply) => (
            <li key={reply.id} className="flex items-start gap-1 rounded-control bg-sunk">
              <button
                type="button"
                onClick={() => {
                  onUse(reply.text);
                  setOpen(false);
                }}
                className="min-w-0 grow rounded-control px-3 py-2 text-left text-sm whitespace-pre-wrap [overflow-wrap:anywhere] hover:bg-hover"
              >
                {reply.text}
              </button>
              <IconButton label={t`Remove this reply`} onPress={() => remove.mutate(reply.id)}>
                <Trash2 className="size-4" aria-hidden />
              </IconButton>
            </li>
          ))}
        </ul>
      </Dialog>
    </>
  );
}
