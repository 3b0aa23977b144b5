import { describe, expect, it } from 'vitest';
import { createExportPages } from './export-pages.ts';

describe('the first page of an archive', () => {
  it.each([
    ['Pacific/Auckland', 'US', 'January 1, 2027'],
    ['America/Los_Angeles', 'US', 'December 31, 2026'],
    ['Europe/Amsterdam', 'NL', '31 December 2026'],
  ])("shows the day in the site's time zone and the country's format: %s %s", (timeZone, country, day) => {
    const now = Date.UTC(2026, 11, 31, 12);
    const about = { site: 'Heartline', name: 'Mara', language: 'en', country } as const;
    const pages = createExportPages({ ...about, now, timeZone });
    expect(pages.index()).toContain(day);
  });
});
