/** The records of a list's page as a table, or as cards on a phone, from the same columns; or why there are none. */
import { Box, Card, type CardProps, Checkbox, TableBody, type Theme } from '@mui/material'
import { type RaRecord, RecordContextProvider, useListContext, useTranslate } from 'ra-core'
import { type ComponentType, Fragment, type ReactNode } from 'react'
import { isEmpty } from '../../../engine/recordValue'
import { blendColours } from '../../ui/blendColours'
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
  /** The accessible name of the table or the list of cards. */
  label: string
  /** Default: the records of the list context. */
  records?: T[]
  columns: readonly Column<T>[]
  phone: boolean
  /** Whether rows have checkboxes, for bulk actions. */
  isSelectable?: boolean
  /** Table only: lower rows. */
  compact?: boolean
  /** Table only: replaces `Row`. */
  row?: ComponentType<RowProps>
  /** Additional props of a record's card. */
  card?: (record: T) => CardProps & { [data: `data-${string}`]: unknown }
  /** Shown if there are no records. */
  empty: ReactNode
  /** Wraps everything except cards. */
  Frame?: ComponentType<{ children: ReactNode }>
}

export function TableOrCards<T extends RaRecord>(props: TableOrCardsProps<T>) {
  const {
    label,
    columns,
    phone,
    compact,
    card,
    empty,
    Frame = Fragment,
    row,
    sx,
    isSelectable = false,
  } = props
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
                // The cast is safe, as the checkbox needs only the record's id.
                columns={isSelectable ? [CHECKBOX_COLUMN as unknown as Column<T>, ...columns] : columns}
                record={record}
                chosen={isSelectable && page.selectedIds.includes(record.id)}
                {...card?.(record)}
              />
            </RecordContextProvider>
          ))}
        </Box>
      ) : (
        <Frame>
          <TableRegion label={label} busy={busy} compact={compact}>
            <RecordTable
              // react-admin renders no head without a record; `SkeletonBody` does not show this one.
              records={waiting ? [{ id: 0 } as T] : records}
              sx={sx}
              label={label}
              isSelectable={isSelectable}
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
                  isSelectable={isSelectable}
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

/** The checkbox of a card. Table rows get theirs from `RecordRows`. */
const CHECKBOX_COLUMN: Column = {
  name: 'row:choose',
  label: '',
  onCard: 'start',
  render: record => <CardCheckbox id={record.id} />,
}

function CardCheckbox({ id }: Pick<RaRecord, 'id'>) {
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

/** A page of placeholder rows. `ResultLine` announces to screen readers that the list is loading. */
function SkeletonBody({ columns }: { columns: number }) {
  const { perPage } = useListContext()
  return (
    <TableBody>
      <SkeletonRows rows={perPage} columns={columns} />
    </TableBody>
  )
}

/** Opaque: over the page instead of a card, quiet text has a contrast of only 4.47:1 in the light theme. */
const chosenColour = ({ palette }: Theme) =>
  blendColours(palette.primary.main, palette.background.paper, 0.14)

interface RecordCardProps<T extends RaRecord> extends CardProps {
  columns: readonly Column<T>[]
  record: T
  chosen: boolean
}

function RecordCard<T extends RaRecord>({ columns, record, chosen, sx, ...props }: RecordCardProps<T>) {
  const cellsAt = (place: Column<T>['onCard']) =>
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
        chosen && { borderColor: 'primary.main', bgcolor: chosenColour },
        ...(Array.isArray(sx) ? sx : [sx]),
      ]}
    >
      {cellsAt('start')}
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
          {cellsAt('title')}
        </Box>
        <Box sx={{ display: 'flex', flexWrap: 'wrap', columnGap: 1.5 }}>{cellsAt('subtitle')}</Box>
        <Facts facts={lines.map(({ name, label, render }) => ({ name, label, value: render(record) }))} />
      </Box>
      {cellsAt('end')}
    </Card>
  )
}
