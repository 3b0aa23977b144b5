import { ArrowLeft, Gift, ImagePlus, Info, RotateCcw } from 'lucide-react';
import { useState } from 'react';
import {
  Avatar,
  Bubble,
  Button,
  ChatBar,
  ChatLayout,
  ChatMessages,
  Composer,
  ConversationRow,
  CreditsPill,
  DayLine,
  FictionalChip,
  IconButton,
  MessageRun,
  MessageStateTicks,
  Photo,
  TwoColumnFacts,
  TypingDots,
} from '../src/index.ts';
import { people, portrait } from './people.ts';
import { Shell } from './shell.tsx';

const previews = [
  'Then Saturday, by the water?',
  'You: I had to look that word up',
  'Das klingt nach einem Plan. Ich bringe den Kuchen mit.',
  'Photo',
  'You: Good night',
  'Haha, ok',
  'Co robisz w weekend?',
  'You: 🎁 A gift',
];

function List() {
  return (
    <div className="py-3">
      <h2 className="title px-5 pt-1 pb-3 text-lg">Messages</h2>
      {previews.map((preview, index) => {
        const person = people[index];
        return (
          person && (
            <ConversationRow
              key={person.name}
              href={`#${person.name}`}
              avatar={
                <Avatar
                  name={person.name}
                  src={index === 4 ? null : portrait(index)}
                  isOnline={person.isOnline}
                  presenceLabel="online"
                />
              }
              name={person.name}
              chip={person.isFictional && <FictionalChip>Fictional</FictionalChip>}
              time={index < 3 ? `1${index}:0${index}` : 'Tue'}
              preview={preview}
              unread={index === 2 ? '3' : index === 6 ? '99+' : undefined}
              unreadLabel="unread"
              isCurrent={index === 0}
            />
          )
        );
      })}
    </div>
  );
}

function Messages() {
  return (
    <ChatMessages label="Chat with Mira" ref={(log) => log?.scrollTo(0, log.scrollHeight)}>
      <DayLine>Yesterday</DayLine>
      <MessageRun>
        <Bubble isOwn={false} position="first">
          You read on trains too?
        </Bubble>
        <Bubble isOwn={false} position="middle">
          I always miss my stop. Last week I woke up in Den Bosch with someone else’s newspaper on my lap.
        </Bubble>
        <Bubble isOwn={false} position="last" meta={<span className="tabular">21:04</span>}>
          Worth it
        </Bubble>
      </MessageRun>
      <MessageRun>
        <Bubble isOwn position="first">
          What were you reading?
        </Bubble>
        <Bubble
          isOwn
          position="last"
          meta={
            <>
              <span className="tabular">21:06</span>
              <MessageStateTicks state="read" label="Read" />
            </>
          }
        >
          Donaudampfschifffahrtsgesellschaftskapitän is my longest word, by the way
        </Bubble>
      </MessageRun>
      <DayLine>Today</DayLine>
      <MessageRun>
        <Bubble isOwn={false} position="first" isMedia>
          <Photo src={portrait(16)} alt="A picture Mira sent" ratio="4 / 3" className="w-60" />
        </Bubble>
        <Bubble isOwn={false} position="last" meta={<span className="tabular">09:12</span>}>
          Then Saturday, by the water?
        </Bubble>
      </MessageRun>
      <MessageRun>
        <Bubble
          isOwn
          position="first"
          meta={
            <>
              <span className="tabular">09:14</span>
              <MessageStateTicks state="delivered" label="Delivered" />
            </>
          }
        >
          Saturday. I bring the thermos, you bring the bicycle that works.
        </Bubble>
        <Bubble
          isOwn
          position="last"
          isFailed
          failedNote={
            <span className="flex items-center gap-1 text-sm text-danger">
              <MessageStateTicks state="failed" label="Not sent" /> Not sent, nothing charged
              <Button variant="ghost" size="sm" icon={<RotateCcw className="size-4" />}>
                Try again
              </Button>
            </span>
          }
        >
          Eleven?
        </Bubble>
      </MessageRun>
      <TypingDots label="Mira is typing" />
    </ChatMessages>
  );
}

export function ChatScreen() {
  const [text, setText] = useState('I know a place with terrible chairs and very good');
  return (
    <Shell current="Messages" hasFooter={false}>
      <ChatLayout
        listLabel="Conversations"
        isChatOpen
        list={<List />}
        aside={
          <>
            <Photo src={portrait(0)} alt="Mira" className="rounded-card" />
            <h2 className="title mt-4 text-lg">Mira, 26</h2>
            <p className="text-ink-2">Utrecht · online</p>
            <TwoColumnFacts
              className="mt-3 grid-cols-1!"
              facts={[
                { label: 'Here for', value: 'Something lasting' },
                { label: 'Shared', value: 'Coffee, Jazz' },
              ]}
            />
          </>
        }
      >
        <ChatBar
          back={
            <IconButton label="Back" href="#chats">
              <ArrowLeft className="size-5" />
            </IconButton>
          }
          tools={
            <>
              <CreditsPill tone="amber">7 credits</CreditsPill>
              <IconButton label="Chat options">
                <Info className="size-5" />
              </IconButton>
            </>
          }
        >
          <a href="#mira" className="flex items-center gap-3 rounded-control">
            <Avatar name="Mira" src={portrait(0)} size="sm" isOnline presenceLabel="online" />
            <span className="min-w-0">
              <h1 className="title truncate text-md leading-tight">Mira</h1>
              <span className="block text-xs text-ink-2">online</span>
            </span>
          </a>
        </ChatBar>
        <Messages />
        <Composer
          label="Message to Mira"
          placeholder="Write to Mira"
          value={text}
          isBlank={text.trim() === ''}
          onChange={setText}
          onSend={() => setText('')}
          sendLabel="Send · 1 credit"
          note="7 credits left. Nothing is charged if it cannot be delivered."
          tools={
            <>
              <IconButton label="Photo, 2 credits">
                <ImagePlus className="size-5" />
              </IconButton>
              <IconButton label="Gift, from 3 credits" className="max-sm:hidden">
                <Gift className="size-5" />
              </IconButton>
            </>
          }
        />
      </ChatLayout>
    </Shell>
  );
}
