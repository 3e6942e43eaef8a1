/**
 * Shows a page of records as a table, or on a phone as cards, from the same columns. Without records it says why there
 * are none.
 */
import { Box, Card, type CardProps, Checkbox, TableBody, type Theme } from '@mui/material'
import { visuallyHidden } from '@mui/utils'
import { type RaRecord, RecordContextProvider, useListContext, useTranslate } from 'ra-core'
import { type ComponentType, Fragment, type ReactNode } from 'react'
import { isEmpty } from '../../../engine/recordValue'
import { blendColours } from '../../ui/blendColours'
import { CARD_HEIGHT, SkeletonCards, SkeletonRows } from '../../ui/states/SkeletonRows'
import { Truncated } from '../../ui/text/Truncated'
import { TimeGroup } from '../../ui/time/TimeGroup'
import type { Column } from './column'
import { HeadCell } from './HeadCell'
import { StaleRows, usePageProblem } from './ListProblem'
import { MADE_ROW, openRow, RecordRows, type RowProps, useMadeRecord } from './RecordRows'
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
  /** Table only: the id of the record that is open beside the table. */
  current?: RaRecord['id'] | undefined
  /** Table only: replaces `Row`. */
  row?: ComponentType<RowProps>
  /** Additional props of a record's card. */
  card?: (record: T) => CardProps & { [data: `data-${string}`]: unknown }
  /** The minimum height of a card in px, also while the records load. */
  cardHeight?: number
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
    current,
    sx,
    isSelectable = false,
    cardHeight = CARD_HEIGHT,
  } = props
  const page = useListContext<T>()
  const records = props.records ?? page.data ?? []
  const problem = usePageProblem()
  const waiting = !page.data && !page.error
  const busy = waiting || page.isPlaceholderData
  const madeId = useMadeRecord(phone ? records : NO_RECORDS)

  if (problem || (!waiting && records.length === 0)) return <Frame>{problem || empty}</Frame>
  if (phone && waiting) return <SkeletonCards cards={5} height={cardHeight} />
  return (
    <TimeGroup zoneInHead={!phone}>
      <StaleRows />
      {phone ? (
        <Box
          component="ul"
          aria-label={label}
          aria-busy={busy}
          onClick={openRow}
          onAuxClick={openRow}
          sx={{ listStyle: 'none', m: 0, p: 0, display: 'grid', gap: 1 }}
        >
          {records.map(record => (
            <RecordContextProvider key={record.id} value={record}>
              <RecordCard
                // The cast is safe, as the checkbox needs only the record's id.
                columns={isSelectable ? [CHECKBOX_COLUMN as unknown as Column<T>, ...columns] : columns}
                record={record}
                className={String(record.id) === madeId ? MADE_ROW : undefined}
                chosen={isSelectable && page.selectedIds.includes(record.id)}
                height={cardHeight}
                {...card?.(record)}
              />
            </RecordContextProvider>
          ))}
        </Box>
      ) : (
        <Frame>
          <TableRegion label={label} busy={busy} compact={compact}>
            <RecordTable
              // react-admin renders no head without a record. `SkeletonBody` does not show this placeholder.
              records={waiting ? [{ id: 0 } as T] : records}
              sx={sx}
              label={label}
              isSelectable={isSelectable}
              head={columns.map(
                ({
                  name,
                  sortable = false,
                  onCard,
                  needsLabel,
                  shrinks,
                  isBlank,
                  tone,
                  render,
                  ...column
                }) => <HeadCell key={name} source={name} sortable={sortable} {...column} />,
              )}
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
                  current={current}
                />
              )}
            </RecordTable>
          </TableRegion>
        </Frame>
      )}
    </TimeGroup>
  )
}

const NO_RECORDS: readonly RaRecord[] = []

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
      sx={{ width: 44, height: 44, mr: -0.5 }}
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

/** Opaque. A translucent colour would show the page below, on which secondary text has a contrast of only 4.47:1. */
const chosenColour = ({ palette }: Theme) =>
  blendColours(palette.primary.main, palette.background.paper, 0.14)

interface RecordCardProps<T extends RaRecord> extends CardProps {
  columns: readonly Column<T>[]
  record: T
  chosen: boolean
  /** The minimum, in px. */
  height: number
}

/** Two or three lines: the title, the subtitle if there is one, and the other values in one. */
function RecordCard<T extends RaRecord>({
  columns,
  record,
  chosen,
  height,
  sx,
  ...props
}: RecordCardProps<T>) {
  const filledColumns = columns.filter(({ name, isBlank = () => isEmpty(record[name]) }) => !isBlank(record))
  const cellsAt = (place: Column<T>['onCard']) =>
    columns
      .filter(({ onCard }) => onCard === place)
      .map(({ name, label, needsLabel, render }) => (
        // An element for each value: two texts in a line would have no gap between them.
        <Box key={name} component="span">
          {needsLabel ? <Labelled label={label}>{render(record)}</Labelled> : render(record)}
        </Box>
      ))
  return (
    <Card
      component="li"
      {...props}
      sx={[
        { display: 'flex', alignItems: 'center', overflow: 'visible', minHeight: height, px: 0.5 },
        // Each action is wide enough for a finger. Slots of actions that the record does not have take no room.
        { '& .row-slot': { minWidth: 44 }, '& .row-slot:empty': { display: 'none' } },
        // Hides the copy button of a linked number: the page of the record has one.
        { '& .linked > button': { display: 'none' } },
        chosen && { borderColor: 'primary.main', bgcolor: chosenColour },
        ...(Array.isArray(sx) ? sx : [sx]),
      ]}
    >
      {cellsAt('start')}
      <Box sx={{ flex: 1, minWidth: 0, px: 1, py: 0.5, display: 'grid', fontSize: 13 }}>
        <Box sx={{ ...CARD_LINE, fontSize: 14, '& > :first-of-type': { fontWeight: 600 } }}>
          {cellsAt('title')}
        </Box>
        <Box sx={CARD_LINE}>{cellsAt('subtitle')}</Box>
        <Box component="dl" sx={{ ...CARD_LINE, m: 0, color: 'text.secondary' }}>
          {filledColumns
            .filter(({ onCard }) => !onCard)
            .map(({ name, label, needsLabel, shrinks, render }) => (
              <Box key={name} sx={shrinks ? SHRINKING_ITEM : CARD_ITEM}>
                <Box component="dt" sx={needsLabel ? { flex: 'none', fontSize: 12 } : visuallyHidden}>
                  {label}
                </Box>
                <Box component="dd" sx={CARD_VALUE}>
                  {shrinks ? <Truncated>{render(record)}</Truncated> : render(record)}
                </Box>
              </Box>
            ))}
        </Box>
      </Box>
      {cellsAt('end')}
    </Card>
  )
}

/** A value with its label, without which the user would not understand the value. */
const Labelled = ({ label, children }: Pick<Column, 'label'> & { children: ReactNode }) => (
  <Box sx={{ display: 'flex', alignItems: 'center', gap: 0.5, color: 'text.secondary', fontSize: 12 }}>
    <span>{label}</span>
    <Box sx={{ color: 'text.primary', fontSize: 13 }}>{children}</Box>
  </Box>
)

/** Values that do not fit wrap into another line. None is hidden. */
const CARD_LINE = {
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  columnGap: 1,
  minWidth: 0,
  '&:empty': { display: 'none' },
  '& > *': { minWidth: 0 },
} as const

const CARD_ITEM = { display: 'flex', alignItems: 'center', gap: 0.5, minWidth: 0 } as const
/** A value that is truncated to stay on its line, down to a width of 96 px; with less room it wraps. */
const SHRINKING_ITEM = { ...CARD_ITEM, flex: '1 1 96px' } as const

const CARD_VALUE = { m: 0, minWidth: 0, overflowWrap: 'anywhere', color: 'text.primary' } as const
