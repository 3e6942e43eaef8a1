/** The devices without a known location: a box in an empty corner of the map, selectable like a region. */
import { useTheme } from '@mui/material'
import type { Bounds, Size } from './geometry'
import { type Rect, textWidth } from './labels'
import { type RegionProps, RegionShape } from './RegionShape'
import type { MapModel } from './useMapModel'

interface Island extends Rect {
  bounds: Bounds
}

/** The box, in the lower right corner. */
export function islandIn(map: Size, name: string, large: boolean): Island {
  const width = Math.max(textWidth(name, large ? 12 : 11) + 20, large ? 128 : 96)
  const height = large ? 56 : 44
  const right = map.width - 8
  const bottom = map.height - 8
  const bounds = { left: right - width, right, top: bottom - height, bottom }
  return { width, height, centre: [right - width / 2, bottom - height / 2], bounds }
}

interface Props extends Omit<RegionProps, 'name'> {
  island: Island
  model: MapModel
  /** Whether the map is large enough for the large box, that is, not on a phone. */
  large: boolean
}

export function UnplacedIsland({ island, model, large, ...region }: Props) {
  const { palette } = useTheme()
  const { colours, unplaced, format } = model
  const { centre, bounds, width, height } = island
  const outline = region.selected
    ? { stroke: palette.text.primary, strokeWidth: 2.5 }
    : { stroke: palette.text.secondary, strokeWidth: 1, strokeDasharray: '4 3' }
  return (
    <>
      <RegionShape {...region} name={unplaced.short} colour={colours.none} bounds={bounds}>
        <rect x={bounds.left} y={bounds.top} width={width} height={height} rx={8} {...outline} />
      </RegionShape>
      <g aria-hidden textAnchor="middle" pointerEvents="none" fill={palette.text.primary}>
        <text x={centre[0]} y={centre[1] - 4} fontSize={large ? 12 : 11} fontWeight={600}>
          {unplaced.short}
        </text>
        <text x={centre[0]} y={centre[1] + 13} fontSize={large ? 14 : 12}>
          {unplaced.value === undefined ? '' : format(unplaced.value)}
        </text>
      </g>
    </>
  )
}
