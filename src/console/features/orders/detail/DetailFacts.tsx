/** The header of an order (sender, recipient, date) and its content (command, value, period). */
import { Box, Card } from '@mui/material'

import { formatPhone } from '../../../../domain/phone'
import { readableFields } from '../../../../engine/access'
import { addedFields } from '../../../../engine/fields/addedFields'
import { asColumn } from '../../../../engine/fields/asColumn'
import { useUser } from '../../../auth/useSession'
import { useConfig, useTranslate } from '../../../config'
import { useColumnOf } from '../../../forms/list/useConfigColumns'
import { CopyableText } from '../../../ui/text/CopyableText'
import { Facts } from '../../../ui/text/Facts'
import { TimeText } from '../../../ui/time/TimeText'
import { Period } from '../OrderFields'
import { ValueLines } from '../OrderValue'
import type { ShownOrder } from '../order'
import { useChoiceWords } from '../useChoiceWords'

export function DetailFacts({ order }: { order: ShownOrder }) {
  const translate = useTranslate()
  const fields = useConfig().resources.orders?.fields
  const labelOf = (field: string) => translate(fields?.[field]?.label)
  const { dataLines: lines } = order
  const words = useChoiceWords()(order)
  const data = lines ? (
    <ValueLines lines={lines} />
  ) : (
    order.data !== '' && <Value value={words} label={labelOf('data')} />
  )
  const period = `${labelOf('started')} ~ ${labelOf('expired')}`
  return (
    <>
      <Card component="section" aria-label={translate('orders.detail.head')} sx={{ p: 2 }}>
        <Facts
          stacked
          facts={[
            { name: 'from', label: translate('orders.detail.from'), value: order.from },
            { name: 'to', label: translate('orders.detail.to'), value: <Recipient order={order} /> },
            { name: 'created', label: labelOf('created'), value: <TimeText time={order.created} utcFirst /> },
          ]}
        />
      </Card>
      <Card component="section" aria-label={translate('orders.detail.body')} sx={{ p: 2 }}>
        <Facts
          stacked
          facts={[
            { name: 'caption', label: labelOf('caption'), value: order.caption },
            { name: 'data', label: labelOf('data'), value: data },
            { name: 'period', label: period, value: <Period order={order} /> },
            ...useAddedFacts(order),
          ]}
        />
      </Card>
    </>
  )
}

/** The fields that config adds to orders and that have a value in this order. */
function useAddedFacts(order: ShownOrder) {
  const config = useConfig()
  const { level } = useUser()
  const resource = addedFields(config.resources.orders!)
  const columnOf = useColumnOf(resource, { onCard: true })
  return readableFields(config, level, resource).flatMap(field => {
    const { name, label, isBlank, render } = columnOf(asColumn(field))
    return isBlank?.(order) ? [] : [{ name, label, value: render(order) }]
  })
}

/** A long value scrolls in its own region; a short one is copied with a click. */
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

/** The recipient as text: a phone number, a group by name, or a number of devices. */
function Recipient({ order: { aim, total, theme } }: { order: ShownOrder }) {
  const translate = useTranslate()
  const field = useConfig().resources.orders?.fields.theme
  const kind = translate(field?.choices?.find(({ value }) => value === theme)?.label) || theme
  const count = translate('orders.devices', { count: total.toLocaleString('ko-KR') })
  if (aim && aim.batch_id > 0) {
    const names = [aim.model, aim.batch ?? translate('orders.detail.batchGone'), aim.bunch].filter(Boolean)
    return `${kind} ${names.join(' › ')} · ${count}`
  }
  if (!aim?.first) return `${kind} · ${count}`
  const number = formatPhone(aim.first.number)
  return total > 1
    ? translate('orders.detail.andMore', { number, count: (total - 1).toLocaleString('ko-KR') })
    : number
}
