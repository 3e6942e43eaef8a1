/** Sizes that skeletons and content share, so that nothing moves when the figures come. */
import type { WidgetName } from '../../../engine/compiled'

/** The grid that the widgets lie in: as wide as config says on a desktop, wider where there is less room. */
export const COLUMNS = 12
export const GRID = {
  display: 'grid',
  gap: 2,
  gridTemplateColumns: { xs: 'minmax(0, 1fr)', md: `repeat(${COLUMNS}, minmax(0, 1fr))` },
} as const
export const spanOf = (width: number) => ({
  minWidth: 0,
  gridColumn: { md: `span ${width > COLUMNS / 3 ? COLUMNS : COLUMNS / 2}`, lg: `span ${width}` },
})

/** The map itself on a phone; elsewhere it is as high as the list beside it. */
export const MAP_HEIGHT = 420
/** The list of regions beside the map. */
export const LIST_WIDTH = 216
/** The ring of what is online. */
export const RING = 148

export const ROW_HEIGHT = 40
/** The rows of a table that are seen at once. */
export const VISIBLE_ROWS = 8

const TABLE_HEIGHT = 200
/** The least that a widget takes. */
export const WIDGET_HEIGHT = {
  map: { xs: 1000, sm: 524 },
  stats: { xs: 560, lg: 524 },
  vendors: TABLE_HEIGHT,
  models: TABLE_HEIGHT,
  clients: TABLE_HEIGHT,
} satisfies Record<WidgetName, unknown>
