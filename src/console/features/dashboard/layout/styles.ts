/** Styles and sizes that the skeletons share with the content, so that nothing moves when the figures arrive. */

/** The card of a widget. */
export const CARD = { display: 'flex', flexDirection: 'column', minWidth: 0, height: '100%' } as const
/** Between the edge of a widget and its content. */
export const INSET = { xs: 2, sm: 2.5 } as const

/** The ring of online devices. */
export const RING = 148

/** The height of a table's row. */
export const ROW_HEIGHT = 40
