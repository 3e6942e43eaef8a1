/** The tables (§2): devices by vendor, by model and by client. An empty table is not shown. */
import { Typography } from '@mui/material'
import { fill } from '../../../../engine/i18n'
import { useTranslate } from '../../../config'
import { useDeviceLink } from '../deviceLink'
import { usePast } from '../history/usePast'
import { INSET } from '../layout/styles'
import { WidgetFrame, type WidgetProps } from '../layout/WidgetFrame'
import { WidgetSkeleton } from '../layout/WidgetSkeleton'
import { useNumbers } from '../numbers'
import { useStats } from '../queries'
import { BreakdownTable } from './BreakdownTable'
import type { BreakdownRow } from './breakdown'

/** The filter of the device list to which a row links. */
const FILTER = { vendors: 'vendor', models: 'model', clients: 'client' } as const

export function TableWidget({ by, ...props }: WidgetProps & { by: keyof typeof FILTER }) {
  const translate = useTranslate()
  const numbers = useNumbers()
  const linkTo = useDeviceLink()
  const past = usePast(by === 'clients' ? 'models' : by)
  const { data: stats, isPending } = useStats()
  const rows: BreakdownRow[] = stats?.[by] ?? []
  const { title, text } = props.widget
  // A failed request is reported once, by the statistics panel or above all widgets.
  if (!isPending && rows.length === 0) return null
  return (
    <WidgetFrame {...props}>
      {full =>
        isPending ? (
          <WidgetSkeleton name={by} />
        ) : (
          <>
            {text && (
              <Typography variant="body2" color="text.secondary" sx={{ px: INSET, mb: 0.5 }}>
                {fill(translate(text), { count: numbers.count(rows.length) })}
              </Typography>
            )}
            <BreakdownTable
              name={by}
              label={translate(title)}
              rows={rows}
              full={full}
              pastOf={past && by !== 'clients' ? ({ id }) => past.get(String(id)) : undefined}
              linkOf={({ id }) => (id === undefined ? undefined : linkTo({ [FILTER[by]]: id }))}
            />
          </>
        )
      }
    </WidgetFrame>
  )
}
