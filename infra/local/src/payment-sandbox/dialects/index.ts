import { bridge } from './bridge.ts';
import type { Dialect } from './dialect.ts';
import { mollie } from './mollie.ts';
import { nexi } from './nexi.ts';
import { stripe } from './stripe/stripe.ts';

/** Every dialect that the pretend provider speaks. */
export const DIALECTS: readonly Dialect[] = [bridge, mollie, nexi, stripe];
