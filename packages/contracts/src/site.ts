import * as z from 'zod/mini';
import { defineCall } from './define.ts';
import { publicSettings } from './settings.ts';
import { country, done, nothing } from './shapes.ts';

export const getSettings = defineCall({
  name: 'getSettings',
  feature: 'site',
  summary: 'The settings of the site this host belongs to, with the visitor’s country.',
  access: 'public',
  method: 'GET',
  path: '/api/settings.php',
  input: z.looseObject({ forced_domain: z.optional(z.string().check(z.maxLength(253))) }),
  output: z.strictObject({ settings: publicSettings, serverAt: z.int() }),
  refusals: [],
  limit: 'read',
});

export const regionEntry = z.strictObject({ country, code: z.string(), name: z.string() });

export const getRegions = defineCall({
  name: 'getRegions',
  feature: 'site',
  summary: 'Every region of the site’s countries, named in the caller’s language.',
  access: 'public',
  method: 'GET',
  path: '/api/regions.php',
  input: nothing,
  output: z.strictObject({ regions: z.array(regionEntry) }),
  refusals: [],
  limit: 'read',
});

export const reportPageHidden = defineCall({
  name: 'reportPageHidden',
  feature: 'site',
  summary: 'Beacon sent when the page becomes hidden.',
  access: 'public',
  method: 'POST',
  path: '/api/page-hidden.php',
  input: nothing,
  output: done,
  refusals: [],
  limit: 'read',
});
