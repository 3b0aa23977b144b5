import { classNames } from '@heartline/ui';

/** A string that loops and comes loose: it beats once as a heart and ends free. */
export function StringLine({ className }: { className?: string }) {
  return (
    <svg
      viewBox="0 0 640 420"
      preserveAspectRatio="xMidYMid meet"
      className={classNames('text-pulse', className)}
      aria-hidden
    >
      <path
        d="M652 40C560 66 512 24 452 58C388 94 420 176 486 160C548 144 528 70 470 92C392 122 352 236 306 330C238 268 164 214 164 142C164 98 196 72 232 72C266 72 292 96 306 128C320 96 346 72 380 72C416 72 448 98 448 142C448 214 374 268 306 330C250 392 168 396 112 364C66 338 70 292 108 292C150 292 148 352 96 372C64 384 30 378 -8 356"
        pathLength={1}
        strokeDasharray="1"
        strokeWidth={5}
        className="line-drawn animate-draw-slow"
      />
    </svg>
  );
}
