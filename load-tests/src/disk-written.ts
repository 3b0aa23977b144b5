import { readFileSync, statSync } from 'node:fs';

/** Sector size of `/proc/diskstats`, whatever the disk uses. */
const SECTOR_BYTES = 512;

/**
 * Bytes that all processes wrote so far to the disk of `folder`; undefined if there is no disk, as for memory. Counts
 * per disk: per process the kernel counts the whole memory stretch of a written page. For a log that rewrites its files
 * that is 50 times the real figure.
 */
export function writtenToDisk(folder: string): number | undefined {
  const { dev } = statSync(folder);
  // The C library packs both numbers into one and splits the major as well as the minor number.
  const major = (dev >> 8) & 0xfff;
  const minor = (dev & 0xff) | ((dev >> 12) & 0xfff00);
  const line = readFileSync('/proc/diskstats', 'utf8')
    .split('\n')
    .map((text) => text.trim().split(/\s+/))
    .find(([one, other]) => Number(one) === major && Number(other) === minor);
  return line && Number(line[9]) * SECTOR_BYTES;
}
