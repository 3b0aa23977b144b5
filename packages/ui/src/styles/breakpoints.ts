/** The breakpoints of `tokens.css`, for scripts. A test keeps the two equal. */
const BREAKPOINTS = { sm: '36em', md: '48em', lg: '62em', xl: '75em' } as const;

type Breakpoint = keyof typeof BREAKPOINTS;

/** Media query of windows at least this wide. */
export const widerThan = (breakpoint: Breakpoint) => `(width >= ${BREAKPOINTS[breakpoint]})`;

/** Media query of narrower windows. */
export const narrowerThan = (breakpoint: Breakpoint) => `(width < ${BREAKPOINTS[breakpoint]})`;
