import type { Locale } from '@heartline/contracts';
import { de } from './de.ts';
import { en } from './en.ts';
import { es } from './es.ts';
import { fr } from './fr.ts';
import { it } from './it.ts';
import { nl } from './nl.ts';
import { pl } from './pl.ts';
import type { Words } from './words.model.ts';

export const WORDS: Readonly<Record<Locale, Words>> = { nl, en, de, es, fr, it, pl };
