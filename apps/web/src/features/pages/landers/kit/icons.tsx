import { plural } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { BadgeCheck, Coins, MapPinOff, Undo2 } from 'lucide-react';
import type { ReactNode } from 'react';
import type { Kit } from '../lander-config.ts';

/** Four promises the site keeps, each with its sign. */
export function Icons({ kit: { settings } }: { kit: Kit }) {
  const { t } = useLingui();
  const days = settings.refund_days;
  const price = t`${plural(settings.message_credits, { one: '# credit', other: '# credits' })}`;
  return (
    <ul className="grid gap-x-10 gap-y-8 border-t border-line py-10 sm:grid-cols-2 lg:grid-cols-4">
      <Promise icon={<Coins />} title={t`No subscription`}>
        <Trans>Looking around is free. A message costs {price}, and nothing renews.</Trans>
      </Promise>
      <Promise icon={<MapPinOff />} title={t`No distance`}>
        <Trans>We never work out how far away you are, so no one can see it.</Trans>
      </Promise>
      <Promise icon={<BadgeCheck />} title={t`No doubts about who’s real`}>
        <Trans>A profile our team writes says “Fictional”. All the others are people.</Trans>
      </Promise>
      <Promise icon={<Undo2 />} title={t`No fine print`}>
        <Trans>Changed your mind? We refund unused credits within {days} days.</Trans>
      </Promise>
    </ul>
  );
}

function Promise({ icon, title, children }: { icon: ReactNode; title: string; children: ReactNode }) {
  return (
    <li className="grid content-start justify-items-start gap-3">
      <span
        aria-hidden
        className="grid size-16 place-items-center rounded-full bg-pulse-soft text-pulse [&>svg]:size-8 [&>svg]:stroke-[1.5]"
      >
        {icon}
      </span>
      <h2 className="title text-lg">{title}</h2>
      <p className="max-w-[36ch] text-base text-ink-2">{children}</p>
    </li>
  );
}
