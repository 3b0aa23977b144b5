import { Chip } from '@heartline/ui';
import { Trans, useLingui } from '@lingui/react/macro';
import { Heart } from 'lucide-react';
import type { Kit } from '../lander-config.ts';
import { DECK_CARDS } from './deck-cards.ts';

/** The cards that were liked, over the form. */
export function Liked({ kit }: { kit: Kit }) {
  const { i18n } = useLingui();
  const liked = DECK_CARDS.filter(({ name }) => kit.answers.likes?.includes(name));
  if (liked.length === 0) return null;
  return (
    <section className="mx-auto grid max-w-[560px] gap-3 pb-10 text-center">
      <h2 className="text-sm font-semibold text-ink-2">
        <Trans>You liked</Trans>
      </h2>
      <ul className="flex flex-wrap justify-center gap-2">
        {liked.map(({ name, title }) => (
          <li key={name} className="max-w-full">
            <Chip tone="shared" icon={<Heart className="size-4" aria-hidden />}>
              {i18n._(title)}
            </Chip>
          </li>
        ))}
      </ul>
    </section>
  );
}
