import type { GiftPicture, Message, QueueEntry } from '@heartline/contracts';
import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { EyeOff } from 'lucide-react';
import type { CSSProperties, ReactNode } from 'react';
import { useSettings } from '../../../client/session.ts';
import { photoUrl } from '../../../people/photo-url.ts';
import { useGoneText } from '../content/gone-line.tsx';
import { MessageQuote } from '../content/message-quote.tsx';
import { giftPicture } from '../gifts/gifts-query.ts';
import { MessageText } from '../message-text.tsx';
import { photoPlace } from '../photos/photo-size.ts';
import { inboxGiftsQuery } from './operator-queries.ts';

interface InboxContentProps {
  message: Message;
  /** File names of the blurred photos of the member, by photo id. */
  covered: ReadonlyMap<string, string>;
  member: QueueEntry['member'];
}

/** True if the message shows a picture with its text below. */
export function hasPicture(message: Message): boolean {
  if (message.gone) return false;
  return message.kind === 'gift' ? Boolean(message.gift) : message.kind === 'photo' && Boolean(message.photo);
}

/** Content of a message as operators see it: gifts as they are, photos blurred. */
export function InboxContent({ message, covered, member }: InboxContentProps) {
  const gone = useGoneText();
  const nameOf = (sender: string) => (sender === member.id ? member.name : null);
  if (message.gone)
    return <em className="opacity-80">{gone(message.gone, message.kind, nameOf(message.sender))}</em>;
  const words = (
    <>
      {message.quote && <MessageQuote quote={message.quote} author={nameOf(message.quote.sender)} />}
      <MessageText text={message.text} />
    </>
  );
  if (message.kind === 'gift' && message.gift) return <Gift gift={message.gift} words={words} />;
  if (message.kind === 'photo' && message.photo) {
    const place = photoPlace(message.photo);
    return (
      <div className="max-w-full" style={{ width: place.width }}>
        <CoveredPhoto place={place} filename={covered.get(message.photo.id)} />
        {(message.text || message.quote) && <div className="px-3.5 py-2">{words}</div>}
      </div>
    );
  }
  return words;
}

function Gift({ gift, words }: { gift: { id: string; picture: GiftPicture }; words: ReactNode }) {
  const { i18n } = useLingui();
  const { data: gifts } = useQuery(inboxGiftsQuery(i18n.locale));
  const called = gifts?.find(({ id }) => id === gift.id)?.name;
  return (
    <div className="grid w-60 max-w-full justify-items-center gap-1 bg-amber-soft px-4 pt-4 pb-3 text-center text-ink">
      <img src={giftPicture(gift.picture)} alt="" width={96} height={96} className="size-24" />
      <p className="text-xs text-ink-2">
        <Trans>A gift</Trans>
      </p>
      <p className="title min-h-6 text-lg">{called}</p>
      {words}
    </div>
  );
}

/** A photo in its normal size, blurred by the server; operators can't see more. */
function CoveredPhoto({ place, filename }: { place: CSSProperties; filename: string | undefined }) {
  const { cdn_prefix: prefix } = useSettings();
  return (
    <div data-photo="" className="relative max-w-full overflow-hidden bg-line" style={place}>
      {filename && (
        <img
          src={photoUrl(prefix, filename)}
          alt=""
          className="absolute inset-0 size-full object-cover"
          decoding="async"
        />
      )}
      <span className="absolute inset-0 grid place-content-center bg-scrim">
        <span className="flex items-center gap-2 rounded-full bg-card px-3 py-1.5 text-sm font-medium text-ink">
          <EyeOff className="size-4" aria-hidden />
          <Trans>A hidden photo</Trans>
        </span>
      </span>
    </div>
  );
}
