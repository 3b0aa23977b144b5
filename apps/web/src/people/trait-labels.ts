import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';

type Labels = Partial<Record<string, MessageDescriptor>>;

/** The labels of profile facts by stored value. Message contexts separate what other languages must. */
export const HAIR_COLOR_LABELS: Labels = {
  black: msg({ context: 'hair', message: 'Black' }),
  dark_brown: msg({ context: 'hair', message: 'Dark brown' }),
  brown: msg({ context: 'hair', message: 'Brown' }),
  blond: msg({ context: 'hair', message: 'Blond' }),
  red: msg({ context: 'hair', message: 'Red' }),
  grey: msg({ context: 'hair', message: 'Grey' }),
  white: msg({ context: 'hair', message: 'White' }),
};

export const EYE_COLOR_LABELS: Labels = {
  brown: msg({ context: 'eyes', message: 'Brown' }),
  blue: msg({ context: 'eyes', message: 'Blue' }),
  green: msg({ context: 'eyes', message: 'Green' }),
  hazel: msg({ context: 'eyes', message: 'Hazel' }),
  grey: msg({ context: 'eyes', message: 'Grey' }),
};

export const BODY_TYPE_LABELS: Labels = {
  slim: msg({ context: 'body type', message: 'Slim' }),
  athletic: msg({ context: 'body type', message: 'Athletic' }),
  average: msg({ context: 'body type', message: 'Average' }),
  curvy: msg({ context: 'body type', message: 'Curvy' }),
  full: msg({ context: 'body type', message: 'Full' }),
};

export const RELATIONSHIP_LABELS: Labels = {
  single: msg({ context: 'relationship', message: 'Single' }),
  divorced: msg({ context: 'relationship', message: 'Divorced' }),
  separated: msg({ context: 'relationship', message: 'Separated' }),
  widowed: msg({ context: 'relationship', message: 'Widowed' }),
  open: msg({ context: 'relationship', message: 'Open relationship' }),
};

export const TATTOO_LABELS: Labels = {
  none: msg({ context: 'tattoos', message: 'None' }),
  one: msg({ context: 'tattoos', message: 'One' }),
  some: msg({ context: 'tattoos', message: 'Some' }),
  many: msg({ context: 'tattoos', message: 'Many' }),
};

export const REASON_LABELS: Labels = {
  chat: msg({ context: 'here for', message: 'A good chat' }),
  friends: msg({ context: 'here for', message: 'New friends' }),
  dates: msg({ context: 'here for', message: 'Dates' }),
  relationship: msg({ context: 'here for', message: 'A relationship' }),
  adventure: msg({ context: 'here for', message: 'An adventure' }),
};

export const CHILDREN_LABELS: Labels = {
  have: msg({ context: 'children', message: 'Has children' }),
  have_want_more: msg({ context: 'children', message: 'Has children, wants more' }),
  want: msg({ context: 'children', message: 'Wants children' }),
  not_sure: msg({ context: 'children', message: 'Not sure yet' }),
  dont_want: msg({ context: 'children', message: 'Doesn’t want children' }),
};

export const SMOKING_LABELS: Labels = {
  never: msg({ context: 'smoking', message: 'Never' }),
  sometimes: msg({ context: 'smoking', message: 'Sometimes' }),
  daily: msg({ context: 'smoking', message: 'Daily' }),
  quitting: msg({ context: 'smoking', message: 'Trying to quit' }),
};

export const DRINKING_LABELS: Labels = {
  never: msg({ context: 'drinking', message: 'Never' }),
  rarely: msg({ context: 'drinking', message: 'Rarely' }),
  socially: msg({ context: 'drinking', message: 'Socially' }),
  often: msg({ context: 'drinking', message: 'Often' }),
};

export const RELIGION_LABELS: Labels = {
  none: msg({ context: 'religion', message: 'Not religious' }),
  agnostic: msg({ context: 'religion', message: 'Agnostic' }),
  spiritual: msg({ context: 'religion', message: 'Spiritual' }),
  catholic: msg({ context: 'religion', message: 'Catholic' }),
  protestant: msg({ context: 'religion', message: 'Protestant' }),
  orthodox: msg({ context: 'religion', message: 'Orthodox' }),
  christian: msg({ context: 'religion', message: 'Christian' }),
  muslim: msg({ context: 'religion', message: 'Muslim' }),
  jewish: msg({ context: 'religion', message: 'Jewish' }),
  hindu: msg({ context: 'religion', message: 'Hindu' }),
  buddhist: msg({ context: 'religion', message: 'Buddhist' }),
  sikh: msg({ context: 'religion', message: 'Sikh' }),
  other: msg({ context: 'religion', message: 'Other' }),
};
