/** Low screens, on which sticky bars would leave too little to read: a phone in landscape, a laptop at 200 % zoom. */
export const LOW_SCREEN = '@media (max-height: 500px)'
/** High screens, on which a long list scrolls in its own area; on others it scrolls with the page. */
export const TALL_SCREEN = '@media (min-height: 640px)'
/** Height of the top bar, and of the bottom bar of a phone. */
export const BAR_HEIGHT = 56
/** The `bottom` of sticky elements above the bottom bar of a phone. */
export const ABOVE_BOTTOM_BAR = `calc(${BAR_HEIGHT}px + env(safe-area-inset-bottom))`
