/** Converts the columns of config to columns of a table, or of a card on a phone. */
import { Box } from '@mui/material'
import { useCallback, useMemo } from 'react'
import { isAbsent, type Zone } from '../../../domain/dates'
import type { CompiledAction, CompiledColumn, CompiledResource } from '../../../engine/compiled'
import { displayValue } from '../../../engine/fields/derived'
import { isEmpty } from '../../../engine/recordValue'
import { useTranslate } from '../../config'
import { useZone } from '../../ui/time/zones'
import type { Column } from './column'
import { FieldCell, INDEX_COLUMN, RowActions } from './FieldCell'
import { ACTIONS_COLUMN, NAME_COLUMN } from './TableRegion'

/** All columns of a list, and one for the buttons of each row. Memoised, so that the rows are not rendered again. */
export function useConfigColumns(
  resource: CompiledResource,
  columns: readonly CompiledColumn[],
  rowActions: readonly CompiledAction[],
  phone: boolean,
): Column[] {
  const columnOf = useColumnOf(resource, { onCard: phone })
  const translate = useTranslate()
  return useMemo(() => {
    const buttons: Column = {
      name: 'row:actions',
      label: translate('forms.action.column'),
      align: 'right',
      className: ACTIONS_COLUMN,
      onCard: 'title',
      render: record => (
        <Box component="span" sx={{ display: 'inline-flex', flex: 'none', gap: 0.5 }}>
          <RowActions resource={resource} record={record} actions={rowActions} />
        </Box>
      ),
    }
    const converted = phone
      ? columnsOfCard(resource, columns).map((column, index) => ({
          ...columnOf(column),
          onCard: CARD_HEAD[index],
        }))
      : columns.map(column => ({
          ...columnOf(column),
          className: stickyClass(columns, column, rowActions),
        }))
    return rowActions.length > 0 ? [...converted, buttons] : converted
  }, [resource, columns, rowActions, phone, columnOf, translate])
}

/** The places of the first two columns of `list.phone`. */
const CARD_HEAD = ['title', 'subtitle'] as const

/** The zone that the head of a column shows (decision 36); undefined for formats that are no time. */
const zoneInHead = (format: CompiledColumn['format'], switchedZone: Zone): Zone | undefined => {
  if (format === 'deviceTime') return switchedZone
  return format === 'time' ? 'KST' : undefined
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
  const switchedZone = useZone({ followsSwitch: true })
  return useCallback(
    column => {
      const { field, label, format, align, sortable } = column
      const zone = onCard ? undefined : zoneInHead(format, switchedZone)
      return {
        name: field,
        label: zone ? `${translate(label)} (${zone})` : translate(label),
        align,
        sortable: sortable && field !== INDEX_COLUMN,
        isBlank: record => isBlank(format, displayValue(resource, field, record)),
        render: record => <FieldCell resource={resource} record={record} column={column} oneLine={!onCard} />,
      }
    },
    [resource, onCard, translate, switchedZone],
  )
}

/** The class of the column with the record's name, and of the first with buttons: both stay while a table scrolls. */
function stickyClass(
  columns: readonly CompiledColumn[],
  column: CompiledColumn,
  rowActions: readonly CompiledAction[],
): string | undefined {
  if (column === columns.find(({ field }) => field !== INDEX_COLUMN)) return NAME_COLUMN
  if (rowActions.length === 0 && column === columns.find(({ actions }) => actions.length > 0))
    return ACTIONS_COLUMN
  return undefined
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
