import type { LanderContent, LanderTexts } from '@heartline/contracts';
import { Button, ProgressLine } from '@heartline/ui';
import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { useEffect, useRef, useState } from 'react';
import { StartForm, type StartFormProps } from '../views/start-form.tsx';
import type {
  Kit,
  LanderAnswers,
  LanderConfig,
  LanderMember,
  LanderRegion,
  LanderSettings,
  LanderStep,
} from './lander-config.ts';
import { LAYOUTS } from './lander-layouts.tsx';

export interface LanderViewProps
  extends Omit<StartFormProps, 'settings' | 'button' | 'onStart' | 'children'> {
  config: LanderConfig;
  settings: LanderSettings;
  country: string | undefined;
  regions: readonly LanderRegion[];
  content: LanderContent | undefined;
  today: string;
  /** Begins the sign-up with these answers; undefined in the served page. */
  onStart?: (answers: LanderAnswers) => void;
  onSwipe?: () => void;
  /** The member of a landing page. */
  member?: LanderMember | null | undefined;
  /** The first question was answered elsewhere. */
  isFirstAnswered?: boolean;
}

const JOIN = msg`Join free`;
const FORM_TITLE = msg`Almost there`;

/** A landing page, from its configuration and from what the operator's campaign puts on it. */
export function LanderView(props: LanderViewProps) {
  const { config, settings, email, onEmail, action } = props;
  const { i18n } = useLingui();
  const { kit, steps, back } = useKit(props);
  const { step } = kit;
  const words = useLanderWords(props);
  const asked = steps[step];
  const Layout = LAYOUTS[config.layout];
  const isFirst = step === 0;
  return (
    <Layout
      config={config}
      kit={kit}
      back={!isFirst && steps.length > 1 && <BackButton onPress={back} />}
      progress={steps.length > 1 && <Progress step={step} count={steps.length + 1} />}
      {...(isFirst
        ? firstWords(words)
        : laterWords(step, i18n._(asked?.title ?? config.formTitle ?? FORM_TITLE)))}
    >
      {asked ? (
        <asked.Body kit={kit} />
      ) : (
        <>
          {config.BeforeForm && <config.BeforeForm kit={kit} />}
          <StartForm
            settings={settings}
            button={words.button}
            email={email}
            onEmail={onEmail}
            action={action}
            onStart={kit.start}
          />
        </>
      )}
    </Layout>
  );
}

/** The words above the first question or the form. */
const firstWords = ({ headline, promise, lines, lang }: LanderWords) => ({
  title: (
    <StepTitle step={0} lang={lang}>
      {headline}
    </StepTitle>
  ),
  promise: promise && <span lang={lang}>{promise}</span>,
  lines: <Lines lines={lines} lang={lang} />,
});

const laterWords = (step: number, title: string) => ({
  title: <StepTitle step={step}>{title}</StepTitle>,
  promise: false,
  lines: false,
});

const NO_STEPS: readonly LanderStep[] = [];

/** The state of the questions, as the parts of a lander get it. */
function useKit(props: LanderViewProps): { kit: Kit; steps: readonly LanderStep[]; back: () => void } {
  const { config, settings, onStart, onSwipe } = props;
  const [answers, setAnswers] = useState<LanderAnswers>({});
  const [reached, setStep] = useState(0);
  // A closed site asks nothing that it can't use.
  const steps = (settings.signups !== 'closed' && config.steps) || NO_STEPS;
  const step = props.isFirstAnswered && steps.length > 0 ? Math.max(1, reached) : reached;
  const kit: Kit = {
    settings,
    country: props.country,
    regions: props.regions,
    content: props.content,
    member: props.member,
    answers,
    answer: (change) => setAnswers((now) => ({ ...now, ...change })),
    today: props.today,
    step,
    next: () => setStep(Math.min(step + 1, steps.length)),
    start: () => onStart?.(answers),
    onSwipe: () => onSwipe?.(),
    isLive: onStart !== undefined,
    scenes: config.scenes ?? [],
  };
  return { kit, steps, back: () => setStep(step - 1) };
}

interface LanderWords {
  headline: string;
  promise: string;
  lines: readonly string[];
  button: string;
  /** The language of the words, if it is not that of the page. */
  lang: string | undefined;
}

/** The operator's words of the campaign, and the lander's own for what is left out. */
function useLanderWords({ config, settings, content, member, regions }: LanderViewProps): LanderWords {
  const { i18n } = useLingui();
  const { min_age: age, name: site } = settings;
  const values = { age, site, name: member?.name };
  const text = (message: MessageDescriptor) => i18n._({ ...message, values });
  const button = text(config.button ?? JOIN);
  if (content?.texts) {
    const lang = content.locale === i18n.locale ? undefined : content.locale;
    return { ...wordsOfCampaign(content.texts, button), lang };
  }
  const own = (member && config.withMember) || config;
  const promise = (regions.length === 0 && config.withoutRegions) || own.promise;
  const lines = (config.lines ?? []).map(text);
  return { headline: text(own.headline), promise: text(promise), lines, button, lang: undefined };
}

/** The words of a campaign; only its button may be the lander's own. */
function wordsOfCampaign(
  { headline, promise = '', lines = [], button }: LanderTexts,
  ownButton: string,
): Omit<LanderWords, 'lang'> {
  return { headline, promise, lines, button: button ?? ownButton };
}

/** The heading of the page. It gets the focus with each new question, so that screen readers read it. */
function StepTitle({ step, lang, children }: { step: number; lang?: string | undefined; children: string }) {
  const heading = useRef<HTMLHeadingElement>(null);
  const shown = useRef(step);
  useEffect(() => {
    if (shown.current !== step) heading.current?.focus();
    shown.current = step;
  }, [step]);
  return (
    <h1 ref={heading} tabIndex={-1} lang={lang} className="title outline-none">
      {children}
    </h1>
  );
}

function Progress({ step, count }: { step: number; count: number }) {
  const { t } = useLingui();
  const at = step + 1;
  return <ProgressLine value={at} max={count} label={t`Step ${at} of ${count}`} />;
}

function BackButton({ onPress }: { onPress: () => void }) {
  return (
    <Button variant="ghost" onPress={onPress}>
      <Trans>Back</Trans>
    </Button>
  );
}

function Lines({ lines, lang }: Pick<LanderWords, 'lines' | 'lang'>) {
  if (lines.length === 0) return null;
  return (
    <ul lang={lang} className="grid gap-2.5">
      {lines.map((line) => (
        <li key={line} className="flex gap-3 text-left text-md">
          <span aria-hidden className="mt-[0.7em] h-0.5 w-5 shrink-0 rounded-full bg-pulse" />
          {line}
        </li>
      ))}
    </ul>
  );
}
