import type { Gender, LanderContent, PublicSettings, Sexuality } from '@heartline/contracts';
import type { MessageDescriptor } from '@lingui/core';
import type { ComponentType, ReactNode } from 'react';
import type { PromiseSettings } from '../views/home-promises.tsx';
import type { SceneName } from './kit/scene-pictures.ts';

/** The people a visitor looks for. */
export type Looking = 'women' | 'men' | 'everyone';

/** Answers of a visitor on a lander, before the sign-up. */
export interface LanderAnswers {
  gender?: Gender;
  looking?: Looking;
  /** `YYYY-MM-DD`, or less while it is typed. */
  dateOfBirth?: string;
  region?: string;
  /** Names of the cards that were liked. */
  likes?: readonly string[];
}

/** The member of a landing page. */
export interface LanderMember {
  /** With the label of a fictional profile. */
  name: string;
  card: ReactNode;
  /** Their own words, and the language of these. */
  about: string | null;
  language: string;
}

/** A region of the visitor's country. */
export interface LanderRegion {
  code: string;
  name: string;
}

/** Settings that a lander reads. */
export type LanderSettings = PromiseSettings &
  Pick<PublicSettings, 'name' | 'min_age' | 'signups' | 'countries'>;

/** The data and actions of a part of a lander. */
export interface Kit {
  settings: LanderSettings;
  /** The visitor's country, if the site is open to it. */
  country: string | undefined;
  /** Its regions; empty until they are known. */
  regions: readonly LanderRegion[];
  content: LanderContent | undefined;
  /** The member of a landing page: undefined until known, null when gone or hidden. */
  member: LanderMember | null | undefined;
  answers: LanderAnswers;
  answer: (change: LanderAnswers) => void;
  /** Today's date, `YYYY-MM-DD`. */
  today: string;
  /** Number of the question, from 0; the form follows the last one. */
  step: number;
  next: () => void;
  /** Begins the sign-up. */
  start: () => void;
  /** The first card was swiped. */
  onSwipe: () => void;
  /** False in the served page, whose buttons are links. */
  isLive: boolean;
  scenes: readonly SceneName[];
}

/** A part of a lander. */
export type KitPart = ComponentType<{ kit: Kit }>;

/** A question before the form. */
export interface LanderStep {
  /** Its heading; the first question has the lander's own. */
  title?: MessageDescriptor;
  Body: KitPart;
}

/**
 * A landing page. A new one is a file with this object, its name in `LANDERS` and a line in `lander-chunks.ts`.
 *
 * - `question`: one thing at a time in the middle of the window.
 * - `split`: words and form beside the art.
 * - `scene`: words and form on a panel over a picture that fills the window.
 * - `poster`: large letters, no picture.
 * - `stack`: words and form over the art.
 * - `rail`: the art is the page, words and form stay beside it.
 */
export interface LanderConfig {
  layout: 'question' | 'split' | 'scene' | 'poster' | 'stack' | 'rail';
  /** Use `{age}` for the site's minimum age and `{site}` for its name. */
  headline: MessageDescriptor;
  promise: MessageDescriptor;
  /** Up to four short lines under the promise. */
  lines?: readonly MessageDescriptor[];
  /** Heading over the form, after the questions. */
  formTitle?: MessageDescriptor;
  button?: MessageDescriptor;
  steps?: readonly LanderStep[];
  /** The picture behind everything, or one for each step. */
  scenes?: readonly SceneName[];
  Art?: KitPart;
  /** Loads the regions of the visitor's country. */
  usesRegions?: boolean;
  /** The promise where these regions are not known. */
  withoutRegions?: MessageDescriptor;
  /** The first question is that of the entry warning: once answered anywhere, it is not asked again. */
  isEntryQuestion?: boolean;
  /** Words for the landing page of a member who is there; `{name}` is their name. */
  withMember?: { headline: MessageDescriptor; promise: MessageDescriptor };
  /** Over the form. */
  BeforeForm?: KitPart;
}

/** The answers as fields of the sign-up. */
export function draftOf(answers: LanderAnswers, country: string | undefined): Record<string, string> {
  const { gender, looking, dateOfBirth, region } = answers;
  const sexuality = gender && looking && sexualityOf(gender, looking);
  const isBorn = dateOfBirth !== undefined && /^\d{4}-\d{2}-\d{2}$/.test(dateOfBirth);
  return {
    ...(gender && { gender }),
    ...(sexuality && { sexuality }),
    ...(isBorn && { date_of_birth: dateOfBirth }),
    ...(region && country && { country, region }),
  };
}

function sexualityOf(gender: Gender, looking: Looking): Sexuality {
  if (looking === 'everyone') return 'bi';
  if ((gender === 'male') === (looking === 'women')) return 'hetero';
  return gender === 'male' ? 'gay' : 'lesbian';
}
