import { CircleAlert } from 'lucide-react';
import type { ReactNode } from 'react';

/** An error of a whole form, above its button. Keep it mounted, without children if there is no error. */
export function FormError({ children }: { children?: ReactNode }) {
  return (
    <div role="alert">
      {children && (
        <p className="flex animate-fade items-start gap-2.5 rounded-control bg-danger-soft px-4 py-3 text-base text-ink">
          <CircleAlert className="mt-0.5 size-4.5 text-danger" aria-hidden />
          <span>{children}</span>
        </p>
      )}
    </div>
  );
}
