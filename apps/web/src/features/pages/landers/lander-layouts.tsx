import { classNames, LineRule, Page } from '@heartline/ui';
import type { ReactNode } from 'react';
import { Scene } from './kit/scene.tsx';
import { StringLine } from './kit/string-line.tsx';
import type { Kit, LanderConfig } from './lander-config.ts';

export interface LanderLayoutProps {
  config: LanderConfig;
  kit: Kit;
  title: ReactNode;
  promise: ReactNode;
  lines: ReactNode;
  progress: ReactNode;
  back: ReactNode;
  /** The question, or the form. */
  children: ReactNode;
}

/** The rest of the window under the bar. */
const WINDOW = 'min-h-[calc(100dvh-3.5rem)] grow';
const PROMISE = 'max-w-[46ch] text-md text-ink-2';

/** One thing at a time, in the middle of the window, under the line. */
function QuestionLayout({
  config: { Art },
  kit,
  title,
  promise,
  progress,
  back,
  children,
}: LanderLayoutProps) {
  return (
    <Page className={classNames(WINDOW, 'flex flex-col pt-0! md:pt-0!')}>
      <LineRule className="-mx-4 max-sm:hidden" />
      <div className="mx-auto flex w-full max-w-[720px] grow flex-col items-center justify-center gap-5 py-6 text-center">
        {progress && <div className="w-full max-w-[360px]">{progress}</div>}
        <div className="text-[clamp(2.25rem,6.4vw,4.25rem)] leading-[1.04]">{title}</div>
        {promise && <p className={PROMISE}>{promise}</p>}
        <div className="mt-2 flex w-full flex-col items-center gap-4">{children}</div>
        {back}
      </div>
      {Art && <Art kit={kit} />}
    </Page>
  );
}

/** Words and form beside the art; on phones below it. */
function SplitLayout({ config: { Art }, kit, ...rest }: LanderLayoutProps) {
  return (
    <Page className="grow overflow-x-clip">
      <div className="grid items-center gap-x-14 gap-y-7 lg:min-h-[min(680px,calc(100dvh-140px))] lg:grid-cols-[minmax(0,10fr)_minmax(0,11fr)]">
        <Words {...rest} className="max-lg:order-2" />
        {Art && (
          <div className="min-w-0 max-lg:order-1">
            <Art kit={kit} />
          </div>
        )}
      </div>
    </Page>
  );
}

/** Words and form on a panel over a scene that fills the window. */
function SceneLayout({ config: _config, kit, ...rest }: LanderLayoutProps) {
  return (
    <main id="content" tabIndex={-1} className={classNames(WINDOW, 'relative isolate flex outline-none')}>
      <Scene name={kit.scenes[0] ?? 'night-city'} content={kit.content} />
      <div className="safe-x mx-auto flex w-full max-w-page items-end py-6 sm:items-center md:py-10">
        <div className="w-full max-w-[540px] rounded-card bg-paper p-6 shadow-float sm:p-9">
          <Words {...rest} />
        </div>
      </div>
    </main>
  );
}

/** Large letters, and a line that ties nothing. */
function PosterLayout({ title, promise, lines, children }: LanderLayoutProps) {
  return (
    <Page className="relative isolate grow overflow-x-clip">
      <StringLine className="pointer-events-none absolute inset-x-0 -z-10 max-lg:top-2 max-lg:h-40 lg:-right-4 lg:bottom-6 lg:left-auto lg:w-[54%]" />
      <div className="grid gap-y-8 lg:min-h-[min(640px,calc(100dvh-160px))] lg:content-center">
        <div className="sm:max-w-[11ch] text-[clamp(2.375rem,11vw,7.5rem)] leading-[0.98] max-lg:pt-40">
          {title}
        </div>
        <div className="grid gap-6">
          {promise && <p className={PROMISE}>{promise}</p>}
          {lines}
          {children}
        </div>
      </div>
    </Page>
  );
}

/** Words and form in the middle, the art below. */
function StackLayout({ config: { Art }, kit, title, promise, lines, children }: LanderLayoutProps) {
  return (
    <Page className="grow overflow-x-clip">
      <div className="mx-auto flex max-w-[680px] flex-col items-center gap-5 pt-2 pb-10 text-center md:pt-8 md:pb-14">
        <div className="text-[clamp(2.125rem,6.2vw,3.75rem)] leading-[1.06]">{title}</div>
        {promise && <p className={PROMISE}>{promise}</p>}
        {lines}
        <div className="mt-2 flex w-full justify-center">{children}</div>
      </div>
      {Art && <Art kit={kit} />}
    </Page>
  );
}

/** The art is the page; words and form stay beside it, and come first on phones. */
function RailLayout({ config: { Art }, kit, ...rest }: LanderLayoutProps) {
  return (
    <Page className="grow">
      <div className="grid gap-x-14 gap-y-8 lg:grid-cols-[minmax(0,1fr)_minmax(0,26rem)]">
        <Words {...rest} className="lg:sticky lg:top-8 lg:order-2 lg:self-start" />
        <div className="min-w-0 lg:order-1">{Art && <Art kit={kit} />}</div>
      </div>
    </Page>
  );
}

type WordsProps = Omit<LanderLayoutProps, 'config' | 'kit'> & { className?: string };

function Words({ title, promise, lines, progress, back, children, className }: WordsProps) {
  return (
    <div className={classNames('grid content-start gap-4', className)}>
      {progress}
      <div className="max-w-[17ch] text-[clamp(2rem,4.6vw,3.25rem)] leading-[1.08]">{title}</div>
      {promise && <p className={PROMISE}>{promise}</p>}
      {lines}
      <div className="mt-2 grid gap-4">{children}</div>
      {back && <div className="-ml-5">{back}</div>}
    </div>
  );
}

export const LAYOUTS = {
  question: QuestionLayout,
  split: SplitLayout,
  scene: SceneLayout,
  poster: PosterLayout,
  stack: StackLayout,
  rail: RailLayout,
};
