/** Screens so low that bars which stay would take what is left to read: a phone on its side, 200 % zoom on a laptop. */
export const LOW = '@media (max-height: 500px)'
/** What is long scrolls with the page below this height, and by itself above. */
export const ROOMY = '@media (min-height: 640px)'
/** Height of the top bar, and of the bottom bar of a phone. */
export const BAR = 56
/** Where what stays at the bottom of a phone ends. */
export const ABOVE_BAR = `calc(${BAR}px + env(safe-area-inset-bottom))`
