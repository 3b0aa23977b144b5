import { readFileSync, statSync } from 'node:fs';

/** `/proc/diskstats` counts in these, whatever the disk's own are. */
const SECTOR_BYTES = 512;

/**
 * Bytes given so far to the disk that `folder` lies on, by everybody; undefined where that is none, as in memory. By disk,
 * since the kernel counts for a process all of the stretch of memory that a written page lies in: for a log whose files are
 * written again fifty times what the disk gets.
 */
export function writtenToDisk(folder: string): number | undefined {
  const { dev } = statSync(folder);
  // As the C library packs both into one number: the major one is split, and so is the minor.
  const major = (dev >> 8) & 0xfff;
  const minor = (dev & 0xff) | ((dev >> 12) & 0xfff00);
  const line = readFileSync('/proc/diskstats', 'utf8')
    .split('\n')
    .map((text) => text.trim().split(/\s+/))
    .find(([one, other]) => Number(one) === major && Number(other) === minor);
  return line && Number(line[9]) * SECTOR_BYTES;
}
