/** The header of an order (sender, recipient, date) and what it says (command, value, period). */
import { Box, Card, Typography } from '@mui/material'
import { useTranslate } from 'ra-core'
import type { ReactNode } from 'react'
import { formatPhone } from '../../../domain/phone'
import { useConfig, useWords } from '../../config'
import { CopyableText } from '../../ui/CopyableText'
import { TimeText } from '../../ui/TimeText'
import { Period } from './MailCell'
import type { OrderShown } from './orderShown'

export function DetailHead({ order }: { order: OrderShown }) {
  const translate = useTranslate()
  const words = useWords()
  const created = useConfig().resources.orders?.fields.created
  return (
    <Part name={translate('orders.detail.head')}>
      <Line label={translate('orders.detail.from')}>{order.from}</Line>
      <Line label={translate('orders.detail.to')}>
        <Recipient order={order} />
      </Line>
      <Line label={words(created?.label)}>
        <TimeText time={order.created} switched />
      </Line>
    </Part>
  )
}

export function DetailBody({ order }: { order: OrderShown }) {
  const translate = useTranslate()
  const words = useWords()
  const fields = useConfig().resources.orders?.fields
  return (
    <Part name={translate('orders.detail.body')}>
      <Line label={words(fields?.caption?.label)}>{order.caption}</Line>
      <Line label={words(fields?.data?.label)}>
        {order.data !== '' && <Value value={order.data} label={words(fields?.data?.label)} />}
      </Line>
      <Line label={`${words(fields?.started?.label)} ~ ${words(fields?.expired?.label)}`}>
        <Period order={order} />
      </Line>
    </Part>
  )
}

interface PartProps {
  name: string
  children: ReactNode
}

function Part({ name, children }: PartProps) {
  return (
    <Card component="section" aria-label={name} sx={{ p: 2 }}>
      <Box component="dl" sx={{ m: 0, display: 'grid', gap: 1 }}>
        {children}
      </Box>
    </Card>
  )
}

function Line({ label, children }: { label: string; children: ReactNode }) {
  return (
    <Box
      sx={{
        display: 'grid',
        columnGap: 2,
        gridTemplateColumns: { xs: 'minmax(0, 1fr)', sm: '128px minmax(0, 1fr)' },
      }}
    >
      <Typography component="dt" variant="body2" color="text.secondary">
        {label}
      </Typography>
      <Box component="dd" sx={{ m: 0, minWidth: 0, overflowWrap: 'anywhere' }}>
        {children}
      </Box>
    </Box>
  )
}

/** A long value scrolls by itself; one click copies any. */
function Value({ value, label }: { value: string; label: string }) {
  if (value.length <= 40 && !value.includes('\n')) return <CopyableText value={value} label={label} />
  return (
    <Box
      component="pre"
      role="region"
      aria-label={label}
      tabIndex={0}
      sx={{
        m: 0,
        p: 1.5,
        maxHeight: 320,
        overflow: 'auto',
        borderRadius: 1,
        border: 1,
        borderColor: 'divider',
        fontFamily: 'ui-monospace, SFMono-Regular, Consolas, monospace',
        fontSize: 13,
        whiteSpace: 'pre-wrap',
        overflowWrap: 'anywhere',
      }}
    >
      {value}
    </Box>
  )
}

/** Whom it went to, in words: a phone number, a group by name, so many devices. */
function Recipient({ order }: { order: OrderShown }) {
  const translate = useTranslate()
  const words = useWords()
  const theme = useConfig().resources.orders?.fields.theme
  const { aim, total } = order
  const kind = words(theme?.choices?.find(({ value }) => value === order.theme)?.label) || order.theme
  const count = translate('orders.devices', { count: total.toLocaleString('ko-KR') })
  if (!aim) return `${kind} · ${count}`
  if (aim.batch_id > 0) {
    const names = [aim.model, aim.batch ?? translate('orders.detail.batchGone'), aim.bunch].filter(Boolean)
    return `${kind} ${names.join(' › ')} · ${count}`
  }
  if (!aim.first) return `${kind} · ${count}`
  const number = formatPhone(aim.first.number)
  return total > 1
    ? translate('orders.detail.andMore', { number, count: (total - 1).toLocaleString('ko-KR') })
    : number
}
