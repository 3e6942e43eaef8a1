/**
 * The records of a list's page from one description of their columns: a table, on a phone a card each; or why there are
 * none.
 */
import { Box, Card, type CardProps, Checkbox, TableBody } from '@mui/material'
import { type RaRecord, RecordContextProvider, useListContext, useTranslate } from 'ra-core'
import { type ComponentType, Fragment, type ReactNode } from 'react'
import { isEmpty } from '../../../engine/recordValue'
import { SkeletonCards, SkeletonRows } from '../../ui/states/SkeletonRows'
import { Facts } from '../../ui/text/Facts'
import { TimeGroup } from '../../ui/time/TimeGroup'
import type { Column } from './column'
import { HeadCell } from './HeadCell'
import { StaleRows, usePageProblem } from './ListProblem'
import { RecordRows, type RowProps } from './RecordRows'
import { RecordTable, type RecordTableProps } from './RecordTable'
import { rowHeight, TableRegion } from './TableRegion'

interface TableOrCardsProps<T extends RaRecord> extends Pick<RecordTableProps, 'sx'> {
  /** What the records are. */
  label: string
  /** The records of the page when absent. */
  records?: T[]
  columns: readonly Column<T>[]
  phone: boolean
  /** Rows can be chosen: the list has buttons for chosen ones. */
  selects?: boolean
  /** For the table: lower rows. */
  compact?: boolean
  /** For the table: in place of `Row`. */
  row?: ComponentType<RowProps>
  /** More props of a card. */
  card?: (record: T) => CardProps & { [data: `data-${string}`]: unknown }
  /** In the place of no records. */
  empty: ReactNode
  /** Around whatever is not a card. */
  Frame?: ComponentType<{ children: ReactNode }>
}

export function TableOrCards<T extends RaRecord>(props: TableOrCardsProps<T>) {
  const { label, columns, phone, compact, card, empty, Frame = Fragment, row, sx, selects = false } = props
  const page = useListContext<T>()
  const records = props.records ?? page.data ?? []
  const problem = usePageProblem()
  const waiting = !page.data && !page.error
  const busy = waiting || page.isPlaceholderData

  if (problem || (!waiting && records.length === 0)) return <Frame>{problem || empty}</Frame>
  if (phone && waiting) return <SkeletonCards cards={5} />
  return (
    <TimeGroup zoneInHead={!phone}>
      <StaleRows />
      {phone ? (
        <Box
          component="ul"
          aria-label={label}
          aria-busy={busy}
          sx={{ listStyle: 'none', m: 0, p: 0, display: 'grid', gap: 1 }}
        >
          {records.map(record => (
            <RecordContextProvider key={record.id} value={record}>
              <RecordCard
                columns={selects ? [CHOICE as unknown as Column<T>, ...columns] : columns}
                record={record}
                chosen={selects && page.selectedIds.includes(record.id)}
                {...card?.(record)}
              />
            </RecordContextProvider>
          ))}
        </Box>
      ) : (
        <Frame>
          <TableRegion label={label} busy={busy} compact={compact}>
            <RecordTable
              // While it waits, the table has no head: it is given a record, which `SkeletonBody` does not show.
              records={waiting ? [{ id: 0 } as T] : records}
              sx={sx}
              label={label}
              selects={selects}
              head={columns.map(({ name, sortable = false, onCard, isBlank, render, ...column }) => (
                <HeadCell key={name} source={name} sortable={sortable} {...column} />
              ))}
            >
              {waiting ? (
                <SkeletonBody columns={columns.length} />
              ) : (
                <RecordRows
                  records={records}
                  columns={columns}
                  selects={selects}
                  height={rowHeight(compact)}
                  row={row}
                />
              )}
            </RecordTable>
          </TableRegion>
        </Frame>
      )}
    </TimeGroup>
  )
}

/** The box of a card; that of a row is react-admin's. */
const CHOICE: Column = {
  name: 'row:choose',
  label: '',
  onCard: 'start',
  render: record => <ChoiceBox id={record.id} />,
}

function ChoiceBox({ id }: Pick<RaRecord, 'id'>) {
  const { selectedIds, onToggleItem } = useListContext()
  const translate = useTranslate()
  return (
    <Checkbox
      slotProps={{ input: { 'aria-label': translate('ra.action.select_row') } }}
      checked={selectedIds.includes(id)}
      onChange={() => onToggleItem(id)}
      sx={{ alignSelf: 'flex-start', width: 44, height: 44, ml: -1.25 }}
    />
  )
}

/** As many rows as a page has, of the same height; the result line tells screen readers that the list is loading. */
function SkeletonBody({ columns }: { columns: number }) {
  const { perPage } = useListContext()
  return (
    <TableBody>
      <SkeletonRows rows={perPage} columns={columns} />
    </TableBody>
  )
}

interface RecordCardProps<T extends RaRecord> extends CardProps {
  columns: readonly Column<T>[]
  record: T
  chosen: boolean
}

function RecordCard<T extends RaRecord>({ columns, record, chosen, sx, ...props }: RecordCardProps<T>) {
  const at = (place: Column<T>['onCard']) =>
    columns
      .filter(({ onCard }) => onCard === place)
      .map(({ name, render }) => <Fragment key={name}>{render(record)}</Fragment>)
  const lines = columns.filter(
    ({ name, onCard, isBlank = () => isEmpty(record[name]) }) => !onCard && !isBlank(record),
  )
  return (
    <Card
      component="li"
      {...props}
      sx={[
        { display: 'flex', overflow: 'visible', px: 1.5, py: 0.25 },
        chosen && { borderColor: 'primary.main', bgcolor: 'action.selected' },
        ...(Array.isArray(sx) ? sx : [sx]),
      ]}
    >
      {at('start')}
      <Box sx={{ flex: 1, minWidth: 0, py: 1.25, display: 'grid', gap: 0.5 }}>
        <Box
          sx={{
            display: 'flex',
            alignItems: 'flex-start',
            justifyContent: 'space-between',
            gap: 1,
            fontSize: 16,
            fontWeight: 600,
          }}
        >
          {at('title')}
        </Box>
        <Box sx={{ display: 'flex', flexWrap: 'wrap', columnGap: 1.5 }}>{at('subtitle')}</Box>
        <Facts facts={lines.map(({ name, label, render }) => ({ name, label, value: render(record) }))} />
      </Box>
      {at('end')}
    </Card>
  )
}
