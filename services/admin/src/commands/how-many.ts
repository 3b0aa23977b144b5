import { InvalidArgumentError, Option } from 'commander';

/** A terminal holds no more, and a script asks for less at a time. */
const MOST_ROWS = 1_000;
const MOST_DAYS = 3_650;

/** `--limit <n>`: how many rows are shown. */
export function limitOption(usual: number): Option {
  return new Option('--limit <n>', `how many, 1 to ${MOST_ROWS}`).default(usual).argParser(upTo(MOST_ROWS));
}

/** `--days <n>`: how far back is looked. */
export function daysOption(usual: number): Option {
  return new Option('--days <n>', `of the last days, 1 to ${MOST_DAYS}`)
    .default(usual)
    .argParser(upTo(MOST_DAYS));
}

function upTo(most: number): (given: string) => number {
  return (given) => {
    const count = Number(given);
    if (Number.isInteger(count) && count >= 1 && count <= most) return count;
    throw new InvalidArgumentError(`It takes a whole number from 1 to ${most}.`);
  };
}
