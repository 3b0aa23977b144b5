import { SlidersHorizontal } from 'lucide-react';
import { useState } from 'react';
import {
  AgeRange,
  Banner,
  BottomSheet,
  Button,
  Chip,
  ChipRow,
  Countdown,
  LikeButton,
  Page,
  PageHeader,
  PortraitCard,
  PortraitCardSkeleton,
  PortraitGrid,
  RadioGroup,
  SelectField,
} from '../src/index.ts';
import { people, portrait } from './people.ts';
import { Shell } from './shell.tsx';

function Filters() {
  const [age, setAge] = useState<[number, number]>([27, 42]);
  const [gender, setGender] = useState<'f' | 'm' | 'all'>('f');
  return (
    <div className="grid gap-5">
      <RadioGroup
        label="Looking for"
        isCompact
        value={gender}
        onChange={setGender}
        options={[
          { value: 'f', label: 'Women' },
          { value: 'm', label: 'Men' },
          { value: 'all', label: 'All' },
        ]}
      />
      <AgeRange
        label="Age"
        value={age}
        onChange={setAge}
        min={18}
        max={80}
        valueText={`${age[0]} to ${age[1]}`}
        fromLabel="Youngest"
        toLabel="Oldest"
      />
      <SelectField
        label="Country"
        isCompact
        value="de"
        onChange={() => {}}
        options={[
          { value: 'de', label: 'Germany' },
          { value: 'nl', label: 'Netherlands' },
        ]}
      />
      <SelectField
        label="State"
        isCompact
        value=""
        placeholder="All states"
        onChange={() => {}}
        options={[
          { value: 'nw', label: 'Nordrhein-Westfalen' },
          { value: 'mv', label: 'Mecklenburg-Vorpommern' },
        ]}
      />
    </div>
  );
}

export function MembersScreen() {
  const [liked, setLiked] = useState<string[]>(['Jonas']);
  const [isOpen, setOpen] = useState(false);
  const [chips, setChips] = useState(['Women', '27 to 42', 'Nordrhein-Westfalen', 'Coffee']);
  return (
    <Shell current="Search">
      <Page>
        <Banner
          tone="bonus"
          title="25 % off your first credits"
          aside={
            <Countdown
              left={{ hours: '03', minutes: '28', seconds: '07' }}
              label="Offer valid for"
              className="text-md"
            />
          }
          action={<Button size="sm">See packs</Button>}
          onDismiss={() => {}}
          dismissLabel="Hide"
          className="mb-6"
        >
          Until the clock is at zero, once, without a subscription.
        </Banner>
        <div className="flex items-start gap-8">
          <aside className="sticky top-20 w-64 shrink-0 max-lg:hidden" aria-label="Filters">
            <Filters />
          </aside>
          <div className="min-w-0 grow">
            <PageHeader
              title="48 people near Köln"
              actions={
                <Button
                  className="lg:hidden"
                  icon={<SlidersHorizontal className="size-4.5" aria-hidden />}
                  onPress={() => setOpen(true)}
                >
                  Filters
                </Button>
              }
              className="mb-3!"
            />
            <ChipRow className="mb-4">
              {chips.map((chip) => (
                <Chip
                  key={chip}
                  removeLabel={`Remove ${chip}`}
                  onRemove={() => setChips(chips.filter((c) => c !== chip))}
                >
                  {chip}
                </Chip>
              ))}
            </ChipRow>
            <PortraitGrid className="lg:grid-cols-3! xl:grid-cols-4!">
              {people.map((person, index) => (
                <PortraitCard
                  key={person.name}
                  href={`#${person.name}`}
                  {...person}
                  note={person.isOnline ? 'Active now' : undefined}
                  photo={{ src: portrait(index), alt: '', isPriority: index < 4 }}
                  fictional={person.isFictional ? 'Fictional' : undefined}
                  action={
                    <LikeButton
                      label={`Like ${person.name}`}
                      isLiked={liked.includes(person.name)}
                      onChange={(on) =>
                        setLiked(on ? [...liked, person.name] : liked.filter((n) => n !== person.name))
                      }
                    />
                  }
                />
              ))}
              <PortraitCardSkeleton />
              <PortraitCardSkeleton />
            </PortraitGrid>
          </div>
        </div>
      </Page>
      <BottomSheet
        isOpen={isOpen}
        onOpenChange={setOpen}
        title="Filters"
        footer={
          <Button variant="primary" onPress={() => setOpen(false)}>
            Show 48 people
          </Button>
        }
      >
        <Filters />
      </BottomSheet>
    </Shell>
  );
}
