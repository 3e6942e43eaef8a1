/** Converts the columns of config to columns of a table, or of a card on a phone. */
import { Box } from '@mui/material'
import type { RaRecord } from 'ra-core'
import { useCallback, useMemo } from 'react'
import { isAbsent, type Zone } from '../../../domain/dates'
import type { CompiledAction, CompiledColumn, CompiledResource } from '../../../engine/compiled'
import { displayValue } from '../../../engine/fields/derived'
import { isEmpty } from '../../../engine/recordValue'
import { useTranslate } from '../../config'
import { usePageOfRow } from '../../pageOfRow'
import { useZone } from '../../ui/time/zones'
import { CONNECTION_TIMES, connectionOf } from '../cells/connection'
import type { Column } from './column'
import { CardActions, FieldCell, INDEX_COLUMN, nameOfRecord, PeekButton, RowActions } from './FieldCell'
import { ACTIONS_COLUMN, NAME_COLUMN, TIMED_ELSEWHERE } from './TableRegion'

/** All columns of a list, and one for the buttons of each row. Memoised, so that the rows are not rendered again. */
export function useConfigColumns(
  resource: CompiledResource,
  columns: readonly CompiledColumn[],
  rowActions: readonly CompiledAction[],
  phone: boolean,
  /** Opens the panel with a record. */
  onPeek?: (record: RaRecord) => void,
): Column[] {
  const columnOf = useColumnOf(resource, { onCard: phone })
  const translate = useTranslate()
  return useMemo(() => {
    const buttons: Column = {
      name: 'row:actions',
      label: translate('forms.action.column'),
      align: 'right',
      className: ACTIONS_COLUMN,
      onCard: 'end',
      render: record =>
        phone ? (
          <CardActions resource={resource} record={record} actions={rowActions} onPeek={onPeek} />
        ) : (
          <Box
            component="span"
            sx={{ display: 'inline-flex', alignItems: 'center', flex: 'none', verticalAlign: 'middle' }}
          >
            {onPeek && <PeekButton name={nameOfRecord(resource, record)} onClick={() => onPeek(record)} />}
            <RowActions resource={resource} record={record} actions={rowActions} />
          </Box>
        ),
    }
    const converted: Column[] = phone
      ? columnsOfCard(resource, columns).map((column, index) => ({
          ...columnOf(column),
          onCard: index < CARD_HEAD ? ('title' as const) : undefined,
          shrinks: column.format === 'email' || column.format === 'link',
        }))
      : columns.map(column => ({ ...columnOf(column), className: cellClass(columns, column) }))
    // A row has its rail even if the user has hidden the column of the connection.
    const hasRail = resource.list?.columns.some(({ format }) => format === 'connection')
    if (hasRail && converted[0]) converted[0].tone = (record, now) => connectionOf(record, now).tone
    return onPeek || rowActions.length > 0 ? [...converted, buttons] : converted
  }, [resource, columns, rowActions, phone, onPeek, columnOf, translate])
}

/** The number of columns of `list.phone` in the first line of a card. The other columns are in the last line. */
const CARD_HEAD = 2

/** The zones that the heads of columns show (decision 36), by format. */
function useZonesInHeads(): Partial<Record<CompiledColumn['format'], Zone>> {
  const deviceTime = useZone({ utcFirst: true })
  const time = useZone({ utcFirst: false })
  return useMemo(() => ({ deviceTime, time }), [deviceTime, time])
}

/**
 * Returns a function that converts one column of config.
 *
 * @param options.onCard whether the column is shown on a card or in a list of facts, where text wraps and each time
 *   shows its zone. In a table a text has one line, and the head of the column shows the zone.
 */
export function useColumnOf(
  resource: CompiledResource,
  { onCard }: { onCard: boolean },
): (column: CompiledColumn) => Column {
  const translate = useTranslate()
  const zones = useZonesInHeads()
  const pageOfRow = usePageOfRow()
  return useCallback(
    column => {
      const { field, label, format, align, sortable } = column
      const unit = onCard ? undefined : format === 'signal' ? 'dBm' : zones[format]
      return {
        name: field,
        label: unit ? `${translate(label)} (${unit})` : translate(label),
        align,
        sortable: sortable && field !== INDEX_COLUMN,
        needsLabel: LABELLED_FORMATS.includes(format),
        isBlank: record =>
          format === 'changes'
            ? Object.keys({ ...record.before, ...record.after }).length === 0
            : isBlank(format, displayValue(resource, field, record)),
        render: record => (
          <FieldCell
            resource={resource}
            record={record}
            column={column}
            oneLine={!onCard}
            to={field === resource.recordName ? pageOfRow(resource, record) : undefined}
          />
        ),
      }
    },
    [resource, onCard, translate, zones, pageOfRow],
  )
}

/** Formats whose values need a label to be understood: figures, times, yes and no. */
const LABELLED_FORMATS: readonly CompiledColumn['format'][] = [
  'count',
  'positive',
  'yesNo',
  'time',
  'deviceTime',
  'date',
  'json',
  'changes',
]

/** The class of the first column, which stays while a table scrolls; or `TIMED_ELSEWHERE`. */
function cellClass(columns: readonly CompiledColumn[], column: CompiledColumn): string | undefined {
  if (column === columns.find(({ field }) => field !== INDEX_COLUMN)) return NAME_COLUMN
  const isTimed = CONNECTION_TIMES.every(time => columns.some(({ field }) => field === time))
  return isTimed && column.format === 'connection' ? TIMED_ELSEWHERE : undefined
}

/** The columns in config's `list.phone`, or all columns that show a field. */
function columnsOfCard(resource: CompiledResource, columns: readonly CompiledColumn[]): CompiledColumn[] {
  const named = resource.list?.phone ?? []
  if (named.length === 0) return columns.filter(column => column.field in resource.fields)
  return named.flatMap(name => columns.find(column => column.field === name) ?? [])
}

function isBlank(format: CompiledColumn['format'], value: unknown): boolean {
  if (format === 'signal' || format === 'positive') return Number(value ?? 0) === 0
  // A time of the year 0 or 1 stands for "no time".
  return isEmpty(value) || (typeof value === 'string' && /^0{3}[01]-/.test(value) && isAbsent(value))
}
