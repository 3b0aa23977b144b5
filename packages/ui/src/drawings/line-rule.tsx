import { classNames } from '../class-names.ts';

/** A rule across a page that beats once: the line enters, forms a heart, and continues to the other edge. */
export function LineRule({ className }: { className?: string | undefined }) {
  return (
    <div className={classNames('flex items-end text-pulse', className)} aria-hidden>
      <span className="mb-[3px] h-0.5 grow bg-current" />
      <svg viewBox="0 0 96 56" className="h-14 w-24 shrink-0">
        <path
          d="M0 52C18 52 34 52.4 48 51C34 41 20 30 20 17C20 8 27 3 34 3C41 3 46 7 48 13C50 7 55 3 62 3C69 3 76 8 76 17C76 30 62 41 48 51C62 52.4 78 52 96 52"
          className="line-drawn"
          strokeWidth={2}
        />
      </svg>
      <span className="mb-[3px] h-0.5 grow bg-current" />
    </div>
  );
}
