/** The three tables (§2): vendors, models and clients, each only where there is something in it. */
import Typography from '@mui/material/Typography'
import type { DashboardStats } from '../../../contract/dashboard'
import type { CompiledWidget } from '../../../engine/compiled'
import { fill } from '../../../engine/text'
import { useWords } from '../../config'
import { type DeviceFilter, useDeviceLink } from './deviceLink'
import { useStats } from './queries'
import { ShareTable } from './ShareTable'
import type { Share } from './shareOrder'
import { TableSkeleton } from './TableSkeleton'
import { useNumbers } from './useNumbers'
import { WidgetFrame } from './WidgetFrame'
import type { WidgetProps } from './widget'

interface Kind {
  rows: (stats: DashboardStats) => Share[]
  /** The filter of the device list that a row leads to. */
  filter: keyof DeviceFilter
  /** Clients stand beside the vendor that they belong to. */
  vendor: boolean
}

const KIND = {
  vendors: { rows: ({ vendors }) => vendors, filter: 'vendor', vendor: false },
  models: { rows: ({ models }) => models, filter: 'model', vendor: false },
  clients: { rows: ({ clients }) => clients, filter: 'client', vendor: true },
} satisfies Record<string, Kind>

export const VendorsWidget = (props: WidgetProps) => <TableWidget {...props} kind={KIND.vendors} />
export const ModelsWidget = (props: WidgetProps) => <TableWidget {...props} kind={KIND.models} />
export const ClientsWidget = (props: WidgetProps) => <TableWidget {...props} kind={KIND.clients} />

function TableWidget({ kind, ...props }: WidgetProps & { kind: Kind }) {
  const { data: stats, isPending } = useStats()
  const linkTo = useDeviceLink()
  const rows = stats ? kind.rows(stats) : []
  // What failed is said once, in the statistics panel.
  if (!isPending && rows.length === 0) return null
  return (
    <WidgetFrame {...props}>
      {full =>
        isPending ? (
          <TableSkeleton />
        ) : (
          <>
            <TotalSentence widget={props.widget} count={rows.length} />
            <ShareTable
              name={props.widget.name}
              label={props.widget.title}
              rows={rows}
              vendor={kind.vendor}
              full={full}
              linkOf={({ id }) => (id === undefined ? undefined : linkTo({ [kind.filter]: id }))}
            />
          </>
        )
      }
    </WidgetFrame>
  )
}

function TotalSentence({ widget, count }: { widget: CompiledWidget; count: number }) {
  const words = useWords()
  const numbers = useNumbers()
  if (!widget.text) return null
  return (
    <Typography variant="body2" color="text.secondary" sx={{ px: { xs: 2, sm: 2.5 }, mb: 0.5 }}>
      {fill(words(widget.text), { count: numbers.count(count) })}
    </Typography>
  )
}
