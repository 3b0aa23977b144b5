import { useLingui } from '@lingui/react/macro';
import { useSettings } from '../client/session.ts';

/** The site's own label for a fictional profile, or ours in the language of the page. */
export function useFictionalLabel(): string {
  const { t } = useLingui();
  const { fictional_singular: word } = useSettings();
  return word || t`Fictional`;
}

/** The name of a person in plain text, such as a notification: a fictional profile's with its label. */
export function useLabelledName(): (person: { name: string; fictional: boolean }) => string {
  const word = useFictionalLabel();
  return ({ name, fictional }) => (fictional ? `${name} (${word})` : name);
}
