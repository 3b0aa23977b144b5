import type { User } from '@heartline/contracts';

/** A member as `GET /api/user.php` returns one. */
export const USER: User = {
  id: '66f0c0ffee66f0c0ffee66f0',
  status: 'active',
  email: 'somebody@example.com',
  credits: 118,
  debt: 0,
  ledgerSeq: 240,
  paid_user: true,
  signup_date: 1_790_000_000_000,
  language: 'nl',
  fictional_icon: true,
  notifications_disabled: [],
  push_subscribed: true,
  profile: {
    name: 'Somebody',
    country: 'NL',
    region: 'NL-NH',
    gender: 'female',
    sexuality: 'bi',
    status: 'active',
    main_image: null,
  },
};

/** A message of 60 characters, as a client posts it. */
export const MESSAGE = {
  clientId: '0b6f3a52-7d0c-4f0e-9a51-3f6a1b2c4d5e',
  profile: '66f0c0ffee66f0c0ffee66f1',
  text: 'See you at the little bridge at eight? I bring the umbrella.',
  credits: 1,
};
