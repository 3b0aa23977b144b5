/** The breakpoints of `tokens.css`, for what is asked by script; a test holds the two to be the same. */
const BREAKPOINTS = { sm: '36em', md: '48em', lg: '62em', xl: '75em' } as const;

type Breakpoint = keyof typeof BREAKPOINTS;

/** The media query of windows that are at least so wide. */
export const widerThan = (breakpoint: Breakpoint) => `(width >= ${BREAKPOINTS[breakpoint]})`;

/** The media query of windows that are narrower. */
export const narrowerThan = (breakpoint: Breakpoint) => `(width < ${BREAKPOINTS[breakpoint]})`;
