import { classNames } from '@heartline/ui';
import { plural } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import { lengthLeft } from './length-left.ts';

/** Characters left of `limit`, shown when the limit is near. */
export function LengthCounter({ text, limit }: { text: string; limit: number }) {
  const { i18n } = useLingui();
  const left = lengthLeft(text, limit);
  if (left === undefined) return null;
  return (
    <span className={classNames('tabular ml-auto shrink-0 pl-3', left < 0 && 'font-semibold text-danger')}>
      <span aria-hidden>{i18n.number(left)}</span>
      <span className="sr-only">
        {left >= 0
          ? plural(left, { one: '# character left', other: '# characters left' })
          : plural(-left, { one: '# character too long', other: '# characters too long' })}
      </span>
    </span>
  );
}
