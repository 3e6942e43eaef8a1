/** So low that bars which stay would take what is left to read: a phone on its side, 200 % zoom on a laptop. */
export const LOW_SCREEN = '@media (max-height: 500px)'
/** So high that a long list scrolls by itself; on others it scrolls with the page. */
export const TALL_SCREEN = '@media (min-height: 640px)'
/** Height of the top bar, and of the bottom bar of a phone. */
export const BAR_HEIGHT = 56
/** The `bottom` of what stays above the bottom bar of a phone. */
export const ABOVE_BOTTOM_BAR = `calc(${BAR_HEIGHT}px + env(safe-area-inset-bottom))`
