/** Styles and sizes for both skeletons and content, so that nothing moves when the data arrives. */

/** The columns of the grid of widgets. */
export const COLUMNS = 12

/** The card of a widget. */
export const CARD = { display: 'flex', flexDirection: 'column', minWidth: 0, height: '100%' } as const
/** The horizontal padding of a widget. */
export const INSET = { xs: 2, sm: 3 } as const

/** The diameter of the ring of online devices, in px. */
export const RING = 148

/** The height of a table row, in px. */
export const ROW_HEIGHT = 40

/** The sentence above the widgets. On a phone it has two lines. */
export const SENTENCE = {
  m: 0,
  mb: 2,
  mt: -1,
  minHeight: { xs: 48, sm: 24 },
  fontSize: 16,
  lineHeight: '24px',
  color: 'text.secondary',
} as const

/** The tiles of the attention widget. */
export const TILE_HEIGHT = { xs: 68, sm: 96 } as const
export const TILES = {
  display: 'grid',
  gridTemplateColumns: 'repeat(auto-fit, minmax(min(100%, 260px), 1fr))',
  gap: 1,
  m: 0,
  listStyle: 'none',
} as const

/** The tiles in a narrow widget: one below the other, in equal parts of its height. */
export const TILE_COLUMN = {
  ...TILES,
  flex: 1,
  gridTemplateColumns: 'minmax(0, 1fr)',
  gridAutoRows: '1fr',
  gap: 0,
  // Lines instead of boxes, as in the statistics on the other side of the map.
  '& > li': { border: 0, borderRadius: 0, px: 0 },
  '& > li + li': { borderTop: 1, borderColor: 'divider', pt: 1.5 },
} as const
/** The greatest width of a narrow widget, in columns of the grid. */
export const COLUMN_WIDTH = 4

/** The chart of online devices with its heading, in px. */
export const CHART_HEIGHT = 220
export const CHART_HEAD = 56

/** The minimum height of the map beside its list: enough for figures below the names, and more in a high window. */
export const MAP_HEIGHT = 'max(420px, 46vh)'
