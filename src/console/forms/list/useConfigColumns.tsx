/** The columns of config as those of a table, or on a phone as those of a card. */
import { Box } from '@mui/material'

import { useCallback, useMemo } from 'react'
import { isAbsent } from '../../../domain/dates'
import type { CompiledAction, CompiledColumn, CompiledResource } from '../../../engine/compiled'
import { displayValue } from '../../../engine/fields/derived'
import { isEmpty } from '../../../engine/recordValue'
import { useTranslate } from '../../config'
import { useZone } from '../../ui/time/zones'
import type { Column } from './column'
import { FieldCell, INDEX, RowActions } from './FieldCell'
import { ACTING, NAMING } from './TableRegion'

/**
 * All columns of a list, and the buttons at the end of each row; the same while nothing of them changes, so that rows
 * stay as they are.
 */
export function useConfigColumns(
  resource: CompiledResource,
  columns: readonly CompiledColumn[],
  rowActions: readonly CompiledAction[],
  phone: boolean,
): Column[] {
  const columnOf = useColumnOf(resource, phone)
  const translate = useTranslate()
  return useMemo(() => {
    const buttons: Column = {
      name: 'row:actions',
      label: translate('forms.action.column'),
      align: 'right',
      className: ACTING,
      onCard: 'title',
      render: record => (
        <Box component="span" sx={{ display: 'inline-flex', flex: 'none', gap: 0.5 }}>
          <RowActions resource={resource} record={record} actions={rowActions} />
        </Box>
      ),
    }
    const described = phone
      ? columnsOfCard(resource, columns).map((column, at) => ({
          ...columnOf(column),
          onCard: CARD_HEAD[at],
        }))
      : columns.map(column => ({
          ...columnOf(column),
          className: stickyClass(columns, column, rowActions),
        }))
    return rowActions.length > 0 ? [...described, buttons] : described
  }, [resource, columns, rowActions, phone, columnOf, translate])
}

/** The two most telling ones come first (config, `list.phone`). */
const CARD_HEAD = ['title', 'subtitle'] as const

/** How config describes a column. */
export function useColumnOf(resource: CompiledResource, phone: boolean): (column: CompiledColumn) => Column {
  const translate = useTranslate()
  // Decision 36: the head of a table says the zone of its times.
  const switched = useZone(true)
  return useCallback(
    column => {
      const { field, label, format, align, sortable } = column
      const zone = phone
        ? undefined
        : format === 'deviceTime'
          ? switched
          : format === 'time'
            ? 'KST'
            : undefined
      return {
        name: field,
        label: zone ? `${translate(label)} (${zone})` : translate(label),
        align,
        sortable: sortable && field !== INDEX,
        isBlank: record => isBlank(format, displayValue(resource, field, record)),
        render: record => <FieldCell resource={resource} record={record} column={column} oneLine={!phone} />,
      }
    },
    [resource, phone, translate, switched],
  )
}

/** The column that names a record stays while the others scroll, and so does the one with its buttons. */
function stickyClass(
  columns: readonly CompiledColumn[],
  column: CompiledColumn,
  rowActions: readonly CompiledAction[],
): string | undefined {
  if (column === columns.find(({ field }) => field !== INDEX)) return NAMING
  if (rowActions.length === 0 && column === columns.find(({ actions }) => actions.length > 0)) return ACTING
  return undefined
}

/** Where config names none for a card, all of them. */
function columnsOfCard(resource: CompiledResource, columns: readonly CompiledColumn[]): CompiledColumn[] {
  const named = resource.list?.phone ?? []
  if (named.length === 0) return columns.filter(column => column.field in resource.fields)
  return named.flatMap(name => columns.find(column => column.field === name) ?? [])
}

function isBlank(format: CompiledColumn['format'], value: unknown): boolean {
  if (format === 'signal' || format === 'positive') return Number(value ?? 0) === 0
  return isEmpty(value) || (typeof value === 'string' && /^0{3}[01]-/.test(value) && isAbsent(value))
}
