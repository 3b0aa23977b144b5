import { describe, expect, it } from 'vitest';
import { createExportPages } from './export-pages.ts';

describe('the first page of an archive', () => {
  it.each([
    ['Pacific/Auckland', 'January 1, 2027'],
    ['America/Los_Angeles', 'December 31, 2026'],
  ])('says the day it was made in the time of the site: %s', (timeZone, day) => {
    const now = Date.UTC(2026, 11, 31, 12);
    const pages = createExportPages({ site: 'Heartline', name: 'Mara', language: 'en', now, timeZone });
    expect(pages.index()).toContain(day);
  });
});
