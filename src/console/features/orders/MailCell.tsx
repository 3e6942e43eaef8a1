/** The columns of the mailbox: those of config, the title as the way into the order, start and end as one period (§2). */
import { Box } from '@mui/material'
import { RecordContextProvider, useTranslate } from 'ra-core'
import { Link } from 'react-router'
import type { Order } from '../../../contract/orders'
import { SHORT_FORM } from '../../../domain/dates'
import type { CompiledColumn, CompiledResource } from '../../../engine/compiled'
import { FieldCell } from '../../forms/list/FieldCell'
import { HIDDEN } from '../../ui/StatusDot'
import { TimeText } from '../../ui/TimeText'

/** A column, or two that are read as one: `started ~ expired`. */
export interface MailColumn {
  column: CompiledColumn
  until?: CompiledColumn
}

/** §2: where config has the end right behind the start, they stand in one cell. */
export function mailColumns(columns: readonly CompiledColumn[]): MailColumn[] {
  const joins = (at: number) => columns[at]?.field === 'started' && columns[at + 1]?.field === 'expired'
  return columns.flatMap((column, at) => {
    if (joins(at - 1)) return []
    return joins(at) ? [{ column, until: columns[at + 1] }] : [{ column }]
  })
}

/** @param head what stands above a column, with or without the zone of its times */
export function mailLabel(
  words: (text: CompiledColumn['label']) => string,
  { column, until }: MailColumn,
  head = ({ label }: CompiledColumn) => words(label),
): string {
  return until ? `${words(column.label)} ~ ${head(until)}` : head(column)
}

interface MailCellProps {
  resource: CompiledResource
  order: Order
  cell: MailColumn
}

export function MailCell({ resource, order, cell: { column, until } }: MailCellProps) {
  if (until) return <Period order={order} />
  return (
    <RecordContextProvider value={order}>
      <Box component="span" sx={column.align === 'right' ? undefined : CLAMPED}>
        <FieldCell resource={resource} column={column} />
      </Box>
    </RecordContextProvider>
  )
}

/** A long value shows its beginning; all of it stands in the order. */
const CLAMPED = {
  display: '-webkit-box',
  WebkitBoxOrient: 'vertical',
  WebkitLineClamp: 2,
  overflow: 'hidden',
  overflowWrap: 'anywhere',
} as const

/** §2: `started ~ expired`; what is absent is blank. */
export function Period({ order, form = SHORT_FORM }: { order: Order; form?: string }) {
  return (
    <Box component="span" sx={{ display: 'inline-flex', flexWrap: 'wrap', columnGap: 0.5 }}>
      <TimeText time={order.started} form={form} switched />
      <Box component="span" sx={{ whiteSpace: 'nowrap' }}>
        ~ <TimeText time={order.expired} form={form} switched />
      </Box>
    </Box>
  )
}

/** The order's name as a link; what is unread is bold, has a dot, and says so. */
export function MailTitle({ order, to }: { order: Order; to: string }) {
  const translate = useTranslate()
  const { unreaded } = order
  return (
    <Box
      component={Link}
      to={to}
      data-mail-link
      sx={{
        color: 'text.primary',
        textDecoration: 'none',
        fontWeight: unreaded ? 700 : 400,
        overflowWrap: 'anywhere',
        '&:hover': { textDecoration: 'underline' },
      }}
    >
      {unreaded && (
        <>
          <Box
            component="span"
            aria-hidden
            data-colour
            sx={{
              display: 'inline-block',
              width: 8,
              height: 8,
              mr: 1,
              borderRadius: '50%',
              bgcolor: 'primary.main',
            }}
          />
          <Box component="span" sx={HIDDEN}>
            {translate('orders.unread')}{' '}
          </Box>
        </>
      )}
      {order.title || order.caption}
    </Box>
  )
}
