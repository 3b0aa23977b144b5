import { useState } from 'react';
import { Button, LineRule, Page, PortraitCollage, TextField } from '../src/index.ts';
import { portrait } from './people.ts';
import { Shell } from './shell.tsx';

export function HomeScreen() {
  const [email, setEmail] = useState('');
  const facts = [
    [
      'What it costs',
      'Looking is free. A message is 1 credit, from € 0.17. You buy credits once, in packs; there is no subscription.',
    ],
    [
      'What “fictional” means',
      'Some profiles are written by our staff. They carry an amber mark everywhere, and you confirm that you saw it before you write.',
    ],
    [
      'What keeps you safe',
      'Block and report from every screen. Whoever you report never learns it was you, and you get an answer with reasons.',
    ],
  ];
  return (
    <Shell isVisitor>
      <Page>
        <div className="grid items-center gap-10 md:grid-cols-2 lg:gap-16">
          <div className="max-w-[480px]">
            <h1 className="title text-2xl lg:text-3xl">Good conversations start with one line.</h1>
            <p className="mt-4 max-w-text text-md text-ink-2">
              Meet people who answer. Free to join, in seven languages, for adults.
            </p>
            <form className="mt-8 grid gap-2 sm:flex sm:items-start" noValidate>
              <TextField
                label="Your e-mail"
                isLabelHidden
                placeholder="Your e-mail"
                type="email"
                value={email}
                onChange={setEmail}
                className="grow"
                isCompact
              />
              <Button variant="primary" className="min-h-12">
                Start
              </Button>
            </form>
            <p className="mt-3 text-sm text-ink-2">18 or older. We never post anything anywhere.</p>
          </div>
          <PortraitCollage
            photos={[0, 3, 2, 9, 6, 12, 4, 1, 13, 5, 15, 11].map((seed) => ({ src: portrait(seed) }))}
            className="h-105 md:h-150"
          />
        </div>
        <LineRule className="mt-12" />
        <div className="mt-10 grid gap-8 md:grid-cols-3 md:gap-12">
          {facts.map(([title, text]) => (
            <section key={title}>
              <h2 className="title text-lg">{title}</h2>
              <p className="mt-2 text-ink-2">{text}</p>
            </section>
          ))}
        </div>
      </Page>
    </Shell>
  );
}
