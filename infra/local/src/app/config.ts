import { z } from 'zod';
import { PAYMENT_CHOICES } from '../stack/payment-accounts.ts';

const PORTS = { least: 1_024, most: 65_000 } as const;
const error = `must be a whole number from ${PORTS.least} to ${PORTS.most}`;

/** The settings of `npm start` itself. */
export const placeSchema = z.object({
  HEARTLINE_DATA: z
    .string()
    .startsWith('/', 'must be an absolute path')
    .optional()
    .describe(
      'Where this Heartline keeps everything, engines included; `.heartline` of the checkout unless said.',
    ),
  HEARTLINE_PORT: z.coerce
    .number({ error })
    .int({ error })
    .min(PORTS.least, { error })
    .max(PORTS.most, { error })
    .default(3_000)
    .describe('Port of the hub; the five after it belong to gateways and neighbours.'),
  HEARTLINE_PAYMENTS: z
    .enum(PAYMENT_CHOICES, { error: `must be one of ${PAYMENT_CHOICES.join(', ')}` })
    .default('all')
    .describe(
      'Payment providers that the sandbox stands in for: bridge, stripe, mollie or nexi; `all` gives the site an account at each, so every way to pay is served.',
    ),
});

/** Reads the settings of a second Heartline beside the usual one. Throws a sentence on a wrong value. */
export function readPlaceConfig(environment: NodeJS.ProcessEnv = process.env) {
  const parsed = placeSchema.safeParse({
    HEARTLINE_DATA: environment['HEARTLINE_DATA'] || undefined,
    HEARTLINE_PORT: environment['HEARTLINE_PORT'] || undefined,
    HEARTLINE_PAYMENTS: environment['HEARTLINE_PAYMENTS'] || undefined,
  });
  if (!parsed.success) {
    throw new Error(
      [...new Set(parsed.error.issues.map(({ path, message }) => `${path.join('.')} ${message}`))].join('; '),
    );
  }
  const { HEARTLINE_DATA: data, HEARTLINE_PORT: port, HEARTLINE_PAYMENTS: payments } = parsed.data;
  return Object.freeze({ data, port, payments });
}
