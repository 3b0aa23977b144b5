import { Avatar, Chip } from '@heartline/ui';
import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import type { Kit } from '../lander-config.ts';
import { drawnPicture, type SceneName, scenePictures } from './scene-pictures.ts';

interface Post {
  face: string;
  question: MessageDescriptor;
  words: MessageDescriptor;
  scene?: SceneName;
}

/** Answers as members write them on their profiles. Each is labelled as an example. */
const POSTS: readonly Post[] = [
  {
    face: 'ana',
    question: msg`A perfect Sunday`,
    words: msg`The market early, something slow on the stove, and rain against the window. You can bring the bread.`,
    scene: 'cafe',
  },
  {
    face: 'leo',
    question: msg`You’ll get on with me if`,
    words: msg`you can laugh in the middle of a sentence and still find your way back to it.`,
  },
  {
    face: 'ife',
    question: msg`I’d love to try`,
    words: msg`A night train with no plan for the morning. Two bunks, one window.`,
    scene: 'sea',
  },
];

/** A feed of example posts, as they look on members' profiles. */
export function Feed(_props: { kit: Kit }) {
  const { t, i18n } = useLingui();
  return (
    <section aria-label={t`Examples of what members share`} className="mx-auto grid max-w-[620px] gap-5">
      {POSTS.map(({ face, question, words, scene }, at) => (
        <article key={face} className="overflow-hidden rounded-card border border-line bg-card">
          <header className="flex items-center gap-3 p-4 sm:px-5">
            <Avatar src={drawnPicture(face)} name="" size="md" />
            <p className="min-w-0 grow text-sm font-semibold text-ink-2">{i18n._(question)}</p>
            <Chip tone="amber">
              <Trans>Example</Trans>
            </Chip>
          </header>
          <p className="title px-4 pb-5 text-lg leading-[1.4] font-[450]! text-pretty sm:px-5">
            {i18n._(words)}
          </p>
          {scene && (
            <img
              src={scenePictures(scene).tall}
              alt=""
              loading={at === 0 ? 'eager' : 'lazy'}
              className="block aspect-16/9 w-full bg-sunk object-cover"
            />
          )}
        </article>
      ))}
    </section>
  );
}
