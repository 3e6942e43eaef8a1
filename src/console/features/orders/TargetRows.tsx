/** The targets of the page: a table, and on a phone a card each. */
import {
  Box,
  Table,
  TableBody,
  TableCell,
  TableContainer,
  TableHead,
  TableRow,
  useMediaQuery,
  useTheme,
} from '@mui/material'
import { useListContext, useTranslate } from 'ra-core'
import type { ReactNode } from 'react'
import type { TargetState } from '../../../contract/orderTargets'
import { SHORT_FORM } from '../../../domain/dates'
import { formatPhone } from '../../../domain/phone'
import { useConfig, useWords } from '../../config'
import { CopyableText } from '../../ui/CopyableText'
import { SkeletonCards, SkeletonRows } from '../../ui/SkeletonRows'
import { StatusDot } from '../../ui/StatusDot'
import { TimeGroup } from '../../ui/TimeGroup'
import { TimeText } from '../../ui/TimeText'
import { useZone } from '../../ui/zones'
import { OrderStatusWord } from './OrderStatusWord'

export type Target = TargetState & { id: string }

const COLUMNS = ['number', 'device', 'model', 'online', 'status', 'reason', 'changed'] as const
type Column = (typeof COLUMNS)[number]

const NOWRAP = { whiteSpace: 'nowrap' }
/** A device's own words may be many. */
const REASON = { minWidth: 140, overflowWrap: 'anywhere' }

/** As many rows as wait for the first answer. */
const AWAITED = 5

export function TargetRows() {
  const phone = useMediaQuery(useTheme().breakpoints.down('sm'))
  return <TimeGroup zoneInHead={!phone}>{phone ? <Cards /> : <Rows />}</TimeGroup>
}

function Rows() {
  const translate = useTranslate()
  const label = useLabels()
  const zone = useZone(true)
  const { data, isPending, isPlaceholderData } = useListContext<Target>()
  return (
    <TableContainer role="region" aria-label={translate('orders.targets.title')} tabIndex={0}>
      <Table size="small" aria-busy={isPending || isPlaceholderData} sx={{ '& td, & th': { px: 1 } }}>
        <TableHead>
          <TableRow>
            {COLUMNS.map(column => (
              <TableCell key={column} sx={{ whiteSpace: 'nowrap' }}>
                {column === 'changed' ? `${label(column)} (${zone})` : label(column)}
              </TableCell>
            ))}
          </TableRow>
        </TableHead>
        <TableBody>
          {isPending && <SkeletonRows rows={AWAITED} columns={COLUMNS.length} />}
          {data?.map(target => (
            <TableRow key={target.id}>
              {COLUMNS.map(column => (
                <TableCell key={column} sx={column === 'reason' ? REASON : NOWRAP}>
                  <Cell target={target} column={column} />
                </TableCell>
              ))}
            </TableRow>
          ))}
        </TableBody>
      </Table>
    </TableContainer>
  )
}

function Cards() {
  const translate = useTranslate()
  const label = useLabels()
  const { data, isPending } = useListContext<Target>()
  if (isPending) return <SkeletonCards cards={AWAITED} />
  return (
    <Box
      component="ul"
      aria-label={translate('orders.targets.title')}
      sx={{ listStyle: 'none', m: 0, p: 0, display: 'grid' }}
    >
      {data?.map(target => (
        <Box component="li" key={target.id} sx={{ py: 1.5, borderTop: 1, borderColor: 'divider' }}>
          <Box sx={{ display: 'flex', justifyContent: 'space-between', gap: 1, fontWeight: 600 }}>
            <Cell target={target} column="number" />
            <Cell target={target} column="status" />
          </Box>
          <Box component="dl" sx={{ m: 0, fontSize: 13 }}>
            {(['device', 'model', 'online', 'reason', 'changed'] as const)
              .filter(column => target[column] !== '')
              .map(column => (
                <Box
                  key={column}
                  sx={{ display: 'grid', gridTemplateColumns: '84px minmax(0, 1fr)', minHeight: 24 }}
                >
                  <Box component="dt" sx={{ color: 'text.secondary' }}>
                    {label(column)}
                  </Box>
                  <Box component="dd" sx={{ m: 0, minWidth: 0 }}>
                    <Cell target={target} column={column} />
                  </Box>
                </Box>
              ))}
          </Box>
        </Box>
      ))}
    </Box>
  )
}

/** Columns are called as those of the device list are. */
function useLabels(): (column: Column) => string {
  const translate = useTranslate()
  const words = useWords()
  const fields = useConfig().resources.devices?.fields
  const own: Partial<Record<Column, string>> = {
    number: words(fields?.isdn?.label),
    device: words(fields?.id?.label),
    model: words(fields?.model?.label),
    status: translate('orders.status'),
  }
  return column => own[column] || translate(`orders.targets.${column}`)
}

function Cell({ target, column }: { target: Target; column: Column }): ReactNode {
  const translate = useTranslate()
  const label = useLabels()
  switch (column) {
    case 'number':
      return (
        <CopyableText value={target.number} label={label('number')}>
          {formatPhone(target.number)}
        </CopyableText>
      )
    case 'device':
      return <CopyableText value={target.device} label={label('device')} />
    case 'model':
      return target.model
    case 'online':
      return (
        <StatusDot
          tone={target.online ? 'success' : 'neutral'}
          label={translate(`orders.connectivity.${target.online ? 'linked' : 'closed'}`)}
        />
      )
    case 'status':
      return <OrderStatusWord status={target.status} />
    case 'reason':
      return reasonOf(target.reason, translate)
    case 'changed':
      return <TimeText time={target.changed} form={SHORT_FORM} switched />
  }
}

/** The sentence of a reason that we know; a device's own words as they are. */
function reasonOf(reason: string, translate: (key: string, options?: object) => string): string {
  return /^[a-z]+$/.test(reason) ? translate(`orders.reason.${reason}`, { _: reason }) : reason
}
