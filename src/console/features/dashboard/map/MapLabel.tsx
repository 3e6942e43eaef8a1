/** The name of a region on the map, and its figure beneath. */
import { useTheme } from '@mui/material'
import type { Shape } from './geometry'
import type { Label } from './labels'

interface Props {
  /** `figure` is empty where there is no space for it. */
  label: Label<Shape & { short: string; figure: string; colour: string }>
  /** Readable on the colour of the region. */
  textColour: string
}

export function MapLabel({ label: { centre, leader, overflows, shape }, textColour }: Props) {
  const { short, figure, colour } = shape
  const { palette } = useTheme()
  const [x, y] = centre
  return (
    <g
      // Beyond its region a label stands on other colours: its halo is that of the page then.
      fill={overflows ? palette.text.primary : textColour}
      stroke={overflows ? palette.background.paper : colour}
      strokeWidth={3}
      strokeLinejoin="round"
      paintOrder="stroke"
    >
      {leader && <path d={`M${leader[0]}L${leader[1]}`} stroke={palette.text.secondary} strokeWidth={1} />}
      <text x={x} y={figure ? y - 3 : y + 4} fontSize={figure ? 12 : 11} fontWeight={600}>
        {short}
      </text>
      {figure && (
        <text x={x} y={y + 10} fontSize={11}>
          {figure}
        </text>
      )}
    </g>
  )
}
