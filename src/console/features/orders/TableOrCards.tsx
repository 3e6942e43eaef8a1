/** The records of a list's page from one description of their columns: a table, on a phone a card each; or why there are none. */
import { Box, type SxProps, TableBody, type Theme } from '@mui/material'
import { type RaRecord, RecordContextProvider, useListContext } from 'ra-core'
import { Children, type ComponentType, Fragment, type ReactNode } from 'react'
import { DataTable, DataTableColumn, type DataTableColumnProps, type DataTableProps } from 'react-admin'
import { PageProblem, pageState, StaleRows } from '../../forms/list/ListProblem'
import { TableRegion } from '../../forms/list/TableRegion'
import { SkeletonCards, SkeletonRows } from '../../ui/SkeletonRows'
import { TimeGroup } from '../../ui/TimeGroup'
import { Facts } from './Facts'

type CellProps = Pick<DataTableColumnProps, 'align' | 'padding' | 'className'>

export interface Column<T extends RaRecord> extends CellProps {
  /** The field that it shows, or any other name. */
  name: string
  label: ReactNode
  /** Where it stands on a card: before or after all else, in the title, the line below. A line with its label when absent. */
  onCard?: 'start' | 'title' | 'subtitle' | 'end'
  render: (record: T) => ReactNode
}

/** Props of the `li` of a card. */
interface CardProps {
  sx: SxProps<Theme>
  'data-mail'?: number
}

interface TableOrCardsProps<T extends RaRecord> extends Pick<DataTableProps, 'body' | 'sx'> {
  /** What the records are. */
  label: string
  records: readonly T[] | undefined
  columns: readonly Column<T>[]
  phone: boolean
  card: (record: T) => CardProps
  /** In the place of no records. */
  empty: ReactNode
  /** Around whatever is not a card. */
  Frame?: ComponentType<{ children: ReactNode }>
}

/** Rows that stand for the first page until it is read. */
const AWAITED = 5

export function TableOrCards<T extends RaRecord>(props: TableOrCardsProps<T>) {
  const { label, records = [], columns, phone, card, empty, Frame = Fragment, body, sx } = props
  const page = useListContext<T>()
  const state = pageState(page)
  const waiting = state === 'waiting'
  const problem = (state === 'failed' || state === 'beyond') && <PageProblem />
  const busy = waiting || page.isPlaceholderData

  if (problem || (!waiting && records.length === 0)) return <Frame>{problem || empty}</Frame>
  if (phone && waiting) return <SkeletonCards cards={AWAITED} />
  return (
    <TimeGroup zoneInHead={!phone}>
      <StaleRows />
      {phone ? (
        <Box component="ul" aria-label={label} aria-busy={busy} sx={{ listStyle: 'none', m: 0, p: 0 }}>
          {records.map(record => (
            <RecordContextProvider key={record.id} value={record}>
              <RecordCard columns={columns} record={record} {...card(record)} />
            </RecordContextProvider>
          ))}
        </Box>
      ) : (
        <Frame>
          <TableRegion label={label} busy={busy}>
            <DataTable
              // While it waits, DataTable has no head: it is given a record, which `SkeletonBody` does not show.
              data={waiting ? [{ id: 0 } as T] : [...records]}
              isPending={false}
              body={waiting ? SkeletonBody : body}
              sx={sx}
              bulkActionButtons={false}
              rowClick={false}
            >
              {columns.map(({ name, onCard, ...column }) => (
                <DataTableColumn key={name} source={name} disableSort {...column} />
              ))}
            </DataTable>
          </TableRegion>
        </Frame>
      )}
    </TimeGroup>
  )
}

const SkeletonBody = ({ children }: { children?: ReactNode }) => (
  <TableBody>
    <SkeletonRows rows={AWAITED} columns={Children.count(children)} />
  </TableBody>
)

interface RecordCardProps<T extends RaRecord> extends CardProps {
  columns: readonly Column<T>[]
  record: T
}

function RecordCard<T extends RaRecord>({ columns, record, ...props }: RecordCardProps<T>) {
  const at = (place: Column<T>['onCard']) => columns.filter(({ onCard }) => onCard === place)
  const show = ({ name, render }: Column<T>) => <Fragment key={name}>{render(record)}</Fragment>
  return (
    <Box component="li" {...props}>
      {at('start').map(show)}
      <Box sx={{ minWidth: 0, py: 1.25, display: 'grid', gap: 0.5, fontSize: 13 }}>
        <Box sx={{ display: 'flex', justifyContent: 'space-between', gap: 1, fontSize: 15, fontWeight: 600 }}>
          {at('title').map(show)}
        </Box>
        <Box sx={{ display: 'flex', flexWrap: 'wrap', columnGap: 1.5 }}>{at('subtitle').map(show)}</Box>
        <Facts
          facts={at(undefined)
            // A line without a value would only take room.
            .filter(({ name }) => record[name] !== '')
            .map(({ render, ...column }) => ({ ...column, value: render(record) }))}
        />
      </Box>
      {at('end').map(show)}
    </Box>
  )
}
