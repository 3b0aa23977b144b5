import { type LanderTag, type Locale, reportVisit, type VisitKind } from '@heartline/contracts';

/** Reports a visit of a lander, once for each kind. Nothing says who it was. */
export function visitReporter(tag: LanderTag | undefined, locale: Locale): (kind: VisitKind) => void {
  const reported = new Set<VisitKind>();
  return (kind) => {
    if (!tag || reported.has(kind)) return;
    reported.add(kind);
    const body = JSON.stringify({ ...tag, locale, kind });
    navigator.sendBeacon(reportVisit.path, new Blob([body], { type: 'application/json' }));
  };
}
