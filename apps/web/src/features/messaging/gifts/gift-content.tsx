import { useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import type { ContentProps } from '../content/content-props.ts';
import { MessageText } from '../message-text.tsx';
import { giftPicture, giftsQuery } from './gifts-query.ts';

/** A large gift with its name and text. */
export function GiftContent({ row, name }: ContentProps) {
  const { t, i18n } = useLingui();
  const { data: gifts } = useQuery(giftsQuery(i18n.locale));
  const gift = (row.message?.kind === 'gift' && row.message.gift) || row.entry?.gift;
  if (!gift) return null;
  const called = gifts?.find((one) => one.id === gift.id)?.name;
  return (
    <div className="grid w-60 max-w-full justify-items-center gap-1 bg-amber-soft px-4 pt-4 pb-3 text-center text-ink">
      <img src={giftPicture(gift.picture)} alt="" width={136} height={136} className="size-34" />
      <p className="text-xs text-ink-2">{row.isOwn ? t`Your gift` : t`A gift from ${name}`}</p>
      <p className="title min-h-6 text-lg">{called}</p>
      {row.text && (
        <div className="mt-1 w-full border-t border-ink/15 pt-2">
          <MessageText text={row.text} />
        </div>
      )}
    </div>
  );
}
