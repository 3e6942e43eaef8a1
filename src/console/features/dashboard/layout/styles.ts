/** Styles and sizes that the skeletons share with the content, so that nothing moves when the figures arrive. */
import type { WidgetName } from '../../../../engine/compiled'

/** The grid of the widgets: as wide as config says on a desktop, half or all of the width where there is less room. */
const COLUMNS = 12
export const GRID = {
  display: 'grid',
  gap: 2,
  gridTemplateColumns: { xs: 'minmax(0, 1fr)', md: `repeat(${COLUMNS}, minmax(0, 1fr))` },
} as const
export const spanOf = (width: number) => ({
  minWidth: 0,
  gridColumn: { md: `span ${width > COLUMNS / 3 ? COLUMNS : COLUMNS / 2}`, lg: `span ${width}` },
})

/** The card of a widget. */
export const CARD = { display: 'flex', flexDirection: 'column', minWidth: 0, height: '100%' } as const
/** Between the edge of a widget and its content. */
export const INSET = { xs: 2, sm: 2.5 } as const

/** The statistics panel: a column of sections that shares out the height it has. */
export const PANEL = {
  flex: 1,
  display: 'flex',
  flexDirection: 'column',
  justifyContent: 'space-between',
  gap: 2,
  px: INSET,
  pb: 2.5,
} as const
/** A section of the panel that stands beneath another. */
export const SECTION = { borderTop: 1, borderColor: 'divider', pt: 2 } as const
/** The section of the ring: the figures stand beside it, or beneath where there is no room. */
export const RING_SECTION = {
  ...SECTION,
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  justifyContent: 'center',
  columnGap: 4,
  rowGap: 2,
} as const

/** Of the map on a phone; elsewhere it is as high as the list beside it. */
export const MAP_HEIGHT = 420
/** Of the list of regions beside the map. */
export const LIST_WIDTH = 216
/** The ring of online devices. */
export const RING = 148

export const ROW_HEIGHT = 40
/** Rows of a table that are visible at once. */
export const VISIBLE_ROWS = 8

const TABLE_HEIGHT = 200
/** The minimum height of each widget. */
export const WIDGET_HEIGHT = {
  map: { xs: 1000, sm: 524 },
  stats: { xs: 560, lg: 524 },
  vendors: TABLE_HEIGHT,
  models: TABLE_HEIGHT,
  clients: TABLE_HEIGHT,
} satisfies Record<WidgetName, unknown>
