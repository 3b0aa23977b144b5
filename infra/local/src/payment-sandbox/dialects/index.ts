import { bridge } from './bridge.ts';
import type { Dialect } from './dialect.ts';

/** Every dialect that the pretend provider speaks. */
export const DIALECTS: readonly Dialect[] = [bridge];
