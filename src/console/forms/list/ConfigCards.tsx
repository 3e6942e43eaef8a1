/** A list on a phone: a card per record, the two most telling lines first (config, `list.phone`). */
import { Box, Card, Typography } from '@mui/material'
import { RecordContextProvider, useListContext } from 'ra-core'
import type { ReactNode } from 'react'
import { isAbsent } from '../../../domain/dates'
import type { CompiledAction, CompiledColumn, CompiledResource } from '../../../engine/compiled'
import { isEmpty } from '../../../engine/conditions'
import { useWords } from '../../config'
import { FieldCell, RowActions, shownIn } from './FieldCell'

interface ConfigCardsProps {
  resource: CompiledResource
  /** The columns that the user may see. */
  columns: readonly CompiledColumn[]
  /** The buttons of each card. */
  rowActions: readonly CompiledAction[]
}

export function ConfigCards({ resource, columns, rowActions }: ConfigCardsProps) {
  const words = useWords()
  const { data, isPlaceholderData } = useListContext()
  const [title, subtitle, ...others] = cardColumns(resource, columns)
  return (
    <Box
      component="ul"
      aria-label={words(resource.label)}
      aria-busy={isPlaceholderData}
      sx={{ listStyle: 'none', m: 0, p: 0, display: 'grid', gap: 1 }}
    >
      {data?.map(record => (
        <RecordContextProvider key={record.id} value={record}>
          <Card component="li" sx={{ p: 1.5, display: 'grid', gap: 0.5 }}>
            <Box sx={{ display: 'flex', alignItems: 'flex-start', justifyContent: 'space-between', gap: 1 }}>
              {title && (
                <Box sx={{ fontSize: 16, fontWeight: 600, minWidth: 0 }}>
                  <FieldCell resource={resource} column={title} />
                </Box>
              )}
              {rowActions.length > 0 && <RowActions resource={resource} actions={rowActions} />}
            </Box>
            {subtitle && <FieldCell resource={resource} column={subtitle} />}
            <Box component="dl" sx={{ m: 0, display: 'grid', gap: 0.25 }}>
              {others
                .filter(column => hasValue(column, shownIn(resource, column, record)))
                .map(column => (
                  <Line key={column.field} label={words(column.label)}>
                    <FieldCell resource={resource} column={column} />
                  </Line>
                ))}
            </Box>
          </Card>
        </RecordContextProvider>
      ))}
    </Box>
  )
}

function Line({ label, children }: { label: string; children: ReactNode }) {
  return (
    <Box sx={{ display: 'grid', gridTemplateColumns: '116px 1fr', alignItems: 'center', minHeight: 28 }}>
      <Typography component="dt" variant="body2" color="text.secondary">
        {label}
      </Typography>
      {/* A time takes two lines where it does not fit on one. */}
      <Box component="dd" sx={{ m: 0, minWidth: 0, '& button:has(time)': { whiteSpace: 'normal' } }}>
        {children}
      </Box>
    </Box>
  )
}

/** The card's lines; where config names none, all columns. */
function cardColumns(resource: CompiledResource, columns: readonly CompiledColumn[]): CompiledColumn[] {
  const named = resource.list?.phone ?? []
  if (named.length === 0) return columns.filter(column => column.field in resource.fields)
  return named.flatMap(name => columns.find(column => column.field === name) ?? [])
}

/** A line without a value would only take room. */
function hasValue(column: CompiledColumn, value: unknown): boolean {
  if (column.format === 'signal' || column.format === 'positive') return Number(value ?? 0) !== 0
  return !isEmpty(value) && !(typeof value === 'string' && /^0{3}[01]-/.test(value) && isAbsent(value))
}
