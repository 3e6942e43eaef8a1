/** Online against offline as a ring. A picture of the figures beside it: screen readers have those. */
import { useTheme } from '@mui/material/styles'
import { Pie, PieChart } from 'recharts'
import { useConfig } from '../../config'

interface Props {
  linked: number
  closed: number
  size: number
}

export default function LinkedChart({ linked, closed, size }: Props) {
  const { palette } = useTheme()
  const { countUpMs } = useConfig().app.timing
  const still = window.matchMedia('(prefers-reduced-motion: reduce)').matches
  const parts = [
    { name: 'linked', value: linked, fill: palette.success.main },
    { name: 'closed', value: closed, fill: palette.neutral.main },
  ].filter(({ value }) => value > 0)
  return (
    <div aria-hidden data-colour data-chart="linked">
      <PieChart width={size} height={size} accessibilityLayer={false}>
        <Pie
          data={parts}
          dataKey="value"
          rootTabIndex={-1}
          innerRadius={size / 2 - 22}
          outerRadius={size / 2 - 2}
          startAngle={90}
          endAngle={-270}
          paddingAngle={parts.length > 1 ? 2 : 0}
          cornerRadius={4}
          stroke="none"
          isAnimationActive={!still}
          animationDuration={countUpMs / 2}
          animationEasing="ease-out"
        />
      </PieChart>
    </div>
  )
}
