/** Low screens, on which sticky bars leave too little room: a phone in landscape, a laptop at 200 % zoom. */
export const LOW_SCREEN = '@media (max-height: 500px)'
/** High screens, on which a long list scrolls in its own area. On others the whole page scrolls. */
export const TALL_SCREEN = '@media (min-height: 640px)'
/** The height of the top bar, and of a phone's bottom bar, in px. */
export const BAR_HEIGHT = 56
/** The `bottom` of sticky elements above the bottom bar of a phone. */
export const ABOVE_BOTTOM_BAR = `calc(${BAR_HEIGHT}px + env(safe-area-inset-bottom))`
