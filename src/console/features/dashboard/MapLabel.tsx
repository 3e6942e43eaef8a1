/** The name of a region on the map, and its figure beneath. */
import { useTheme } from '@mui/material/styles'
import type { Label } from './labels'
import type { Tints } from './tints'

interface Props {
  label: Label
  name: string
  /** Empty where there is no room for it. */
  figure: string
  /** The colour of the region. */
  tint: string
  tints: Tints
}

export function MapLabel({ label: { at, line, beyond }, name, figure, tint, tints }: Props) {
  const { palette } = useTheme()
  const [x, y] = at
  // In the sea and on its neighbours another colour stands behind it: the halo is that of the page then.
  const halo = beyond ? palette.background.paper : tint
  return (
    <g
      fill={beyond ? palette.text.primary : tints.textOn(tint)}
      stroke={halo}
      strokeWidth={3}
      strokeLinejoin="round"
      paintOrder="stroke"
    >
      {line && (
        <path d={`M${line[0].join()}L${line[1].join()}`} stroke={palette.text.secondary} strokeWidth={1} />
      )}
      <text x={x} y={figure ? y - 3 : y + 4} fontSize={figure ? 12 : 11} fontWeight={600}>
        {name}
      </text>
      {figure && (
        <text x={x} y={y + 10} fontSize={11}>
          {figure}
        </text>
      )}
    </g>
  )
}
