import { Photo, Quote, Skeleton } from '@heartline/ui';
import type { Kit } from '../lander-config.ts';
import { drawnPicture } from './scene-pictures.ts';

const FRAME = 'mx-auto w-[min(64vw,300px)] lg:w-[min(420px,calc((100dvh-180px)*0.8))]';

/** The member's card; a drawn picture of the same shape when the member is gone. */
export function MemberArt({ kit: { member } }: { kit: Kit }) {
  return <div className={FRAME}>{member === null ? <Drawn /> : (member?.card ?? <Waiting />)}</div>;
}

/** The member's own words with a small card; without words the card alone. */
export function MemberWords({ kit }: { kit: Kit }) {
  const { member } = kit;
  if (!member?.about) return <MemberArt kit={kit} />;
  return (
    <div className="grid gap-6 rounded-card border border-line bg-card p-6 sm:grid-cols-[minmax(0,1fr)_180px] sm:p-8">
      <Quote lang={member.language} className="line-clamp-8 self-center">
        {member.about}
      </Quote>
      <div className="max-sm:mx-auto max-sm:w-40">{member.card}</div>
    </div>
  );
}

const Waiting = () => <Skeleton className="aspect-4/5 rounded-card" />;

const Drawn = () => <Photo src={drawnPicture('ana')} alt="" isPriority className="rounded-card" />;
