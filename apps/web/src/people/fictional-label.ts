import { useLingui } from '@lingui/react/macro';
import { useSettings } from '../client/session.ts';

/** The site's own word for a fictional profile, or ours in the language of the page. */
export function useFictionalLabel(): string {
  const { t } = useLingui();
  const { fictional_singular: word } = useSettings();
  return word || t`Fictional`;
}

/** How somebody is called where nothing but words can stand, such as a notice: a fictional profile with its label. */
export function useLabelledName(): (person: { name: string; fictional: boolean }) => string {
  const word = useFictionalLabel();
  return ({ name, fictional }) => (fictional ? `${name} (${word})` : name);
}
