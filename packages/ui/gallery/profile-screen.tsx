import { MapPin, MessageCircle } from 'lucide-react';
import { useState } from 'react';
import {
  ActionBar,
  Button,
  Chip,
  FictionalChip,
  LikeButton,
  Page,
  PhotoGallery,
  Quote,
  TwoColumnFacts,
} from '../src/index.ts';
import { portrait } from './people.ts';
import { Shell } from './shell.tsx';

export function ProfileScreen() {
  const [isLiked, setLiked] = useState(false);
  return (
    <Shell current="Search">
      <Page className="max-w-[1080px]!">
        <div className="grid gap-8 md:grid-cols-[minmax(0,420px)_1fr] lg:gap-12">
          <PhotoGallery
            label="Photos of Agnieszka"
            photos={[2, 10, 18, 26, 34].map((seed, index) => ({
              id: `${seed}`,
              src: portrait(seed),
              alt: `Agnieszka, photo ${index + 1}`,
              isLocked: index > 2,
            }))}
            previousLabel="Previous photo"
            nextLabel="Next photo"
            positionLabel={(n) => `Photo ${n} of 5`}
            lockedLabel="All photos with Premium"
          />
          <div className="min-w-0">
            <div className="mb-2">
              <FictionalChip>Fictional profile</FictionalChip>
            </div>
            <h1 className="title text-2xl md:text-3xl">Agnieszka, 34</h1>
            <p className="mt-1 flex items-center gap-1.5 text-ink-2">
              <MapPin className="size-4" aria-hidden /> Kraków · active this week
            </p>
            <div className="mt-5 flex gap-2 max-md:hidden">
              <LikeButton variant="quiet" label="Like Agnieszka" isLiked={isLiked} onChange={setLiked}>
                Like
              </LikeButton>
              <Button variant="primary" icon={<MessageCircle className="size-5" aria-hidden />}>
                Message · 1 credit
              </Button>
            </div>
            <Quote lang="en" caption="In her words" className="mt-8">
              I fix old bicycles badly and make pierogi well. Looking for someone who reads on trains, laughs
              at my Dutch, and would rather walk home than take the last tram.
            </Quote>
            <TwoColumnFacts
              className="mt-8"
              facts={[
                { label: 'Hair', value: 'Brown' },
                { label: 'Eyes', value: 'Green' },
                { label: 'Relationship', value: 'Single' },
                { label: 'Tattoos', value: 'One, small' },
                { label: 'Body type', value: 'Slim' },
                { label: 'Here for', value: 'Something lasting' },
              ]}
            />
            <div className="mt-6 flex flex-wrap gap-2">
              <Chip tone="shared">Coffee</Chip>
              <Chip tone="shared">Cycling</Chip>
              {['Jazz', 'Travelling', 'Cinema', 'Cooking', 'Sailing'].map((word) => (
                <Chip key={word}>{word}</Chip>
              ))}
            </div>
          </div>
        </div>
        <ActionBar className="mt-6 md:hidden">
          <LikeButton
            variant="quiet"
            label="Like Agnieszka"
            isLiked={isLiked}
            onChange={setLiked}
            className="px-3!"
          />
          <Button variant="primary" className="grow" icon={<MessageCircle className="size-5" aria-hidden />}>
            Message · 1 credit
          </Button>
        </ActionBar>
      </Page>
    </Shell>
  );
}
