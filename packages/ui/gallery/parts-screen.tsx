import { Heart } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import {
  Avatar,
  Badge,
  Banner,
  Button,
  Card,
  CheckboxField,
  Chip,
  CreditsPill,
  Dialog,
  EmptyState,
  FictionalChip,
  IconButton,
  LikeButton,
  LineDrawing,
  type LineDrawingName,
  LoadingBar,
  Mark,
  MatchAnimation,
  MeetingFaces,
  NavTabs,
  NumberField,
  Page,
  ProgressLine,
  SkeletonText,
  SpotlightDialog,
  Switch,
  showToast,
  Tabs,
  Toasts,
  Toolbar,
  Tooltip,
} from '../src/index.ts';
import { portrait } from './people.ts';

function OneStop() {
  return (
    <Row title="Buttons that are one stop">
      <Toolbar label="Recently used" className="flex">
        {['🍕', '🎈', '🐌'].map((emoji) => (
          <button key={emoji} type="button" className="size-10.5 rounded-control text-xl hover:bg-hover">
            {emoji}
          </button>
        ))}
      </Toolbar>
    </Row>
  );
}

function Row({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="grid gap-3">
      <h2 className="text-sm font-semibold text-ink-2">{title}</h2>
      <div className="flex flex-wrap items-center gap-3">{children}</div>
    </section>
  );
}

function Overlays() {
  const [isOpen, setOpen] = useState(false);
  const [match, setMatch] = useState<'drawn' | 'shown'>();
  return (
    <>
      <OneStop />
      <Row title="Overlays">
        <Button onPress={() => setOpen(true)}>Dialog</Button>
        <Button onPress={() => setMatch('drawn')}>Match</Button>
        <Button
          onPress={() =>
            void showToast({
              tone: 'success',
              title: '60 credits added',
              description: 'You are premium for life.',
              action: { label: 'See statement', onPress: () => {} },
            })
          }
        >
          Toast
        </Button>
        <Button
          onPress={() =>
            void showToast({
              title: 'Conversation with Mira removed',
              undo: { label: 'Undo', onPress: () => {} },
            })
          }
        >
          Undo
        </Button>
      </Row>
      <Dialog
        isOpen={isOpen}
        onOpenChange={setOpen}
        title="Before you write to Bram"
        size="sm"
        closeLabel="Close"
        footer={
          <>
            <Button variant="ghost" onPress={() => setOpen(false)}>
              Not now
            </Button>
            <Button variant="primary">I understand</Button>
          </>
        }
      >
        <p>
          This profile is fictional: it is written by our staff, and a real meeting is not possible. Messages
          to it cost nothing.
        </p>
      </Dialog>
      {match === 'drawn' && <MatchAnimation skipLabel="Skip" onDone={() => setMatch('shown')} />}
      {match === 'shown' && (
        <SpotlightDialog title="It's a Match" eyebrow="New like!" onClose={() => setMatch(undefined)}>
          <div className="mt-5 grid w-full justify-items-center">
            <MeetingFaces own={portrait(1)} theirs={portrait(2)} theirsLabel="Mira, 29" onTheirs={() => {}} />
          </div>
        </SpotlightDialog>
      )}
      <Toasts label="Notifications" closeLabel="Close" />
    </>
  );
}

export function PartsScreen() {
  const [isLiked, setLiked] = useState(true);
  const [tab, setTab] = useState('a');
  const [on, setOn] = useState(true);
  const [count, setCount] = useState(3);
  return (
    <Page className="grid gap-8">
      <LoadingBar progress={0.6} label="Loading" />
      <Row title="Buttons">
        <Button variant="primary">Send · 1 credit</Button>
        <Button>Quiet</Button>
        <Button variant="ghost">Ghost</Button>
        <Button variant="danger">Delete account</Button>
        <Button variant="primary" isPending>
          Saving
        </Button>
        <Button variant="primary" isDisabled>
          Disabled
        </Button>
        <Button size="sm">Small</Button>
        <Button size="lg" variant="primary">
          Large
        </Button>
        <Tooltip text="Like this profile">
          <IconButton label="Like" variant="quiet" hasTip={false}>
            <Heart className="size-5" />
          </IconButton>
        </Tooltip>
      </Row>
      <Row title="Likes">
        <LikeButton variant="quiet" label="Like" isLiked={isLiked} onChange={setLiked}>
          Like
        </LikeButton>
        <LikeButton variant="quiet" label="Like" isLiked={!isLiked} onChange={() => setLiked(!isLiked)}>
          Like
        </LikeButton>
        <LikeButton variant="round" label="Like" isLiked={isLiked} onChange={setLiked} />
        <LikeButton variant="round" label="Like" isLiked={!isLiked} onChange={() => setLiked(!isLiked)} />
      </Row>
      <Row title="Marks">
        <Badge>3</Badge>
        <Badge>99+</Badge>
        <Badge tone="amber">7</Badge>
        <Badge tone="danger">0</Badge>
        <Badge tone="quiet">12</Badge>
        <Chip>Coffee</Chip>
        <Chip tone="shared">Jazz</Chip>
        <Chip tone="leaf">Online</Chip>
        <Chip onRemove={() => {}} removeLabel="Remove">
          27 to 42
        </Chip>
        <FictionalChip>Fictional</FictionalChip>
        <CreditsPill>42 credits</CreditsPill>
        <CreditsPill tone="amber">7</CreditsPill>
        <CreditsPill tone="danger">0</CreditsPill>
      </Row>
      <Row title="People">
        {(['xs', 'sm', 'md', 'lg', 'xl'] as const).map((size, index) => (
          <Avatar
            key={size}
            name="Mira Vos"
            size={size}
            src={index % 2 ? portrait(index) : null}
            isOnline
            presenceLabel="online"
          />
        ))}
      </Row>
      <Row title="Controls">
        <Card className="w-full max-w-narrow">
          <Switch
            label="Neue Nachrichten"
            description="E-Mail und Mitteilung, nie nachts"
            value={on}
            onChange={setOn}
          />
          <Switch label="Werbung" value={!on} onChange={() => setOn(!on)} />
          <CheckboxField label="Remember me" value={on} onChange={setOn} />
          <NumberField
            label="Credits"
            value={count}
            onChange={setCount}
            min={1}
            max={9}
            decreaseLabel="Less"
            increaseLabel="More"
          />
        </Card>
        <SkeletonText className="w-60" />
      </Row>
      <div className="grid gap-3">
        <Banner tone="warn" action={<Button size="sm">Confirm</Button>}>
          Your e-mail is not confirmed yet. We sent a link to johanna@example.org.
        </Banner>
        <Banner>Messages older than a year are hidden for privacy.</Banner>
      </div>
      <Tabs
        label="Likes"
        tabs={[
          { id: 'a', label: 'Received', badge: <Badge>3</Badge> },
          { id: 'b', label: 'Given' },
          { id: 'c', label: 'Matches' },
        ]}
        value={tab}
        onChange={setTab}
      >
        Panel {tab}
      </Tabs>
      <NavTabs
        label="Likes"
        tabs={[
          { href: '#a', label: 'Received', isCurrent: true },
          { href: '#b', label: 'Given' },
        ]}
      />
      <ProgressLine value={3} max={5} label="Step 3 of 5" />
      <Overlays />
    </Page>
  );
}

const names: LineDrawingName[] = [
  'inbox',
  'search',
  'offline',
  'notFound',
  'error',
  'likes',
  'credits',
  'mail',
];

export function DrawingsScreen() {
  return (
    <Page>
      <div className="mb-6 flex items-center gap-6">
        <Mark />
        <Mark className="h-16 w-20" />
        <Mark className="h-32 w-40" />
      </div>
      <div className="grid gap-6 sm:grid-cols-2 lg:grid-cols-3">
        {names.map((name) => (
          <div key={name}>
            <LineDrawing name={name} className="w-full text-pulse" />
            <p className="text-center text-sm text-ink-2">{name}</p>
          </div>
        ))}
      </div>
      <EmptyState
        drawing="inbox"
        title="No conversations yet"
        action={<Button variant="primary">Find someone</Button>}
      >
        The first line is the hardest. A question about a photo works.
      </EmptyState>
    </Page>
  );
}
