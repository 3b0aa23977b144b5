import type ts from 'typescript';
import { ALLOWED_NAMES } from './allowed-names.ts';
import { visitDeclaredNames } from './declared-names.ts';
import type { Finding } from './findings.ts';
import { HOME_MADE_TERMS, type HomeMadeTerm } from './home-made-terms.ts';

const allowed = new Set(ALLOWED_NAMES.map(({ name }) => name));
const foundBefore = new Map<string, HomeMadeTerm | undefined>();

/** `tellMembers`, `tell-members` and `TELL_MEMBERS` are `tell members`. */
function wordsOfName(name: string): string {
  return name
    .replace(/([\p{Ll}\d])(\p{Lu})/gu, '$1 $2')
    .replace(/(\p{Lu})(\p{Lu}\p{Ll})/gu, '$1 $2')
    .replace(/[^\p{L}\d]+/gu, ' ')
    .trim()
    .toLowerCase();
}

/** The first home-made term in a name. Most names are declared many times, so each is searched once. */
function homeMadeTermIn(name: string): HomeMadeTerm | undefined {
  if (!foundBefore.has(name)) {
    const all = ` ${wordsOfName(name)} `;
    const found = HOME_MADE_TERMS.find(({ words, but }) => {
      const rest = but ? all.replaceAll(` ${but} `, ' ') : all;
      return rest.includes(` ${words} `);
    });
    foundBefore.set(name, allowed.has(name) ? undefined : found);
  }
  return foundBefore.get(name);
}

/** Names declared in a file that hold a home-made term. */
export function checkDeclaredNames(file: ts.SourceFile): Finding[] {
  const findings: Finding[] = [];
  visitDeclaredNames(file, (name) => {
    const line = () => file.getLineAndCharacterOfPosition(name.getStart(file)).line + 1;
    findings.push(...findingsOf(name.text, line));
  });
  return findings;
}

/** Home-made terms in the name of a file or of a folder around it. */
export function checkPath(path: string): Finding[] {
  return path
    .split('/')
    .map((part) => part.replace(/\.(?:test\.)?\w+$/, ''))
    .flatMap((part) => findingsOf(part, () => 1));
}

function findingsOf(name: string, line: () => number): Finding[] {
  const found = homeMadeTermIn(name);
  if (!found) return [];
  return [
    { rule: 'home-made-term', line: line(), text: `${name}: for ${found.words} write ${found.instead}` },
  ];
}
