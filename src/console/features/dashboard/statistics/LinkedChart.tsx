/** A ring chart of online and offline devices. Hidden from screen readers, which can use the figures beside it. */
import { useTheme } from '@mui/material'
import { Pie, PieChart } from 'recharts'
import { useConfig } from '../../../config'
import { RING } from '../layout/styles'

export default function LinkedChart({ linked, closed }: { linked: number; closed: number }) {
  const { palette } = useTheme()
  const { countUpMs } = useConfig().app.timing
  const reducedMotion = window.matchMedia('(prefers-reduced-motion: reduce)').matches
  const parts = [
    { name: 'linked', value: linked, fill: palette.success.main },
    { name: 'closed', value: closed, fill: palette.neutral.main },
  ].filter(({ value }) => value > 0)
  return (
    <div aria-hidden data-colour data-chart="linked">
      <PieChart width={RING} height={RING} accessibilityLayer={false}>
        <Pie
          data={parts}
          dataKey="value"
          rootTabIndex={-1}
          innerRadius={RING / 2 - 22}
          outerRadius={RING / 2 - 2}
          // Clockwise from the top.
          startAngle={90}
          endAngle={-270}
          paddingAngle={parts.length > 1 ? 2 : 0}
          cornerRadius={4}
          stroke="none"
          isAnimationActive={!reducedMotion}
          animationDuration={countUpMs / 2}
          animationEasing="ease-out"
        />
      </PieChart>
    </div>
  )
}
