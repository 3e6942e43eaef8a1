/** Styles and sizes for both skeletons and content, so that nothing moves when the data arrives. */

/** The card of a widget. */
export const CARD = { display: 'flex', flexDirection: 'column', minWidth: 0, height: '100%' } as const
/** The horizontal padding of a widget. */
export const INSET = { xs: 2, sm: 2.5 } as const

/** The diameter of the ring of online devices, in px. */
export const RING = 148

/** The height of a table row, in px. */
export const ROW_HEIGHT = 40
