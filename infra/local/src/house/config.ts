import { z } from 'zod';

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
    .number()
    .int()
    .min(1_024)
    .max(65_000)
    .default(3_000)
    .describe('Port of the hub; the five after it belong to gateways and neighbours.'),
});

/** What the environment says about a second Heartline beside the usual one. Throws a sentence on a wrong value. */
export function readPlaceConfig(environment: NodeJS.ProcessEnv = process.env) {
  const parsed = placeSchema.safeParse({
    HEARTLINE_DATA: environment['HEARTLINE_DATA'] || undefined,
    HEARTLINE_PORT: environment['HEARTLINE_PORT'] || undefined,
  });
  if (!parsed.success) {
    throw new Error(
      parsed.error.issues.map((issue) => `${issue.path.join('.')} ${issue.message}`).join('; '),
    );
  }
  const { HEARTLINE_DATA, HEARTLINE_PORT } = parsed.data;
  return Object.freeze({ data: HEARTLINE_DATA, port: HEARTLINE_PORT });
}
