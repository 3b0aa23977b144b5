import { type CompiledMessageToken, compileMessageOrThrow } from '@lingui/message-utils/compileMessage';

/** A choice (plural, select) keeps the messages of its branches in an object, beside a number or nothing. */
function branchesOf(choices: unknown): CompiledMessageToken[] {
  if (typeof choices !== 'object' || choices === null) return [];
  return Object.values(choices).flatMap((branch) =>
    Array.isArray(branch) ? (branch as CompiledMessageToken[]) : [],
  );
}

function namesIn(token: CompiledMessageToken): string[] {
  if (typeof token === 'string') return [];
  const [name, , choices] = token;
  return [name, ...branchesOf(choices).flatMap(namesIn)];
}

/**
 * The values and tags an ICU message needs: `Hi {name}, <0>buy</0>` → `['<0>', 'name']`, sorted, each once.
 * A translation must need the same ones, or a name or a link is lost on the way.
 * @throws if the message is no valid ICU message
 */
export function placeholdersOf(message: string): string[] {
  const tags = Array.from(message.matchAll(/<(\w+)\/?>/g), ([, name]) => `<${name}>`);
  return [...new Set([...compileMessageOrThrow(message).flatMap(namesIn), ...tags])].sort();
}
