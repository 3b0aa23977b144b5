import type { FastifyRequest } from 'fastify';
import type { SessionCookies } from './cookies.ts';

/** Browsers and systems by the mark they leave in the user agent; more special ones first. */
const BROWSERS: readonly [RegExp, string][] = [
  [/\bEdg(?:e|A|iOS)?\//, 'Edge'],
  [/\bOPR\//, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\b(?:Firefox|FxiOS)\//, 'Firefox'],
  [/\b(?:Chrome|CriOS|Chromium)\//, 'Chrome'],
  [/\bSafari\//, 'Safari'],
];
const SYSTEMS: readonly [RegExp, string][] = [
  [/\biPhone\b/, 'iPhone'],
  [/\biPad\b/, 'iPad'],
  [/\bAndroid\b/, 'Android'],
  [/\bWindows\b/, 'Windows'],
  [/\bMac OS X\b/, 'Mac'],
  [/\bLinux\b/, 'Linux'],
];

/** A few words by which a member knows a device in the list of sessions, and nothing that tracks it. */
export function deviceName(userAgent: string | undefined): string {
  const agent = userAgent ?? '';
  const browser = BROWSERS.find(([mark]) => mark.test(agent))?.[1];
  const system = SYSTEMS.find(([mark]) => mark.test(agent))?.[1];
  return [browser, system].filter(Boolean).join(', ');
}

/** The device that signs in: its name, its own secret if it was here before, and the session it leaves. */
export function deviceOf(request: FastifyRequest, cookies: SessionCookies) {
  const name = deviceName(request.headers['user-agent']);
  return { name, secret: cookies.device, replaces: cookies.session };
}
