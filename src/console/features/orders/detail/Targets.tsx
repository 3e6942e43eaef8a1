/**
 * The devices of an order, each with its status, the reason and the time of change; with filters, search and export.
 */
import { Card, Typography } from '@mui/material'
import { ReferenceManyFieldBase } from 'ra-core'
import type { TargetState } from '../../../../contract/orderTargets'
import { SHORT_FORM } from '../../../../domain/dates'
import { formatPhone } from '../../../../domain/phone'
import { isMissingCall } from '../../../api/client'
import { useConfig, useTranslate } from '../../../config'
import type { Column } from '../../../forms/list/column'
import { NoRows } from '../../../forms/list/ListProblem'
import { Pager } from '../../../forms/list/Pager'
import { TableOrCards } from '../../../forms/list/TableOrCards'
import { NAME_COLUMN } from '../../../forms/list/TableRegion'
import { type LiveMeta, usePolling } from '../../../live'
import { pageOf } from '../../../recordPage'
import { OrderStatusWord, useReasonText } from '../../../ui/OrderStatusWord'
import { OnlineDot } from '../../../ui/StatusDot'
import { CopyableText } from '../../../ui/text/CopyableText'
import { Truncated } from '../../../ui/text/Truncated'
import { TimeText } from '../../../ui/time/TimeText'
import { useZone } from '../../../ui/time/zones'
import { useIsPhone } from '../../../ui/useIsPhone'
import { isUnfinished, type ShownOrder } from '../order'
import { TargetFilters } from './TargetFilters'

type Target = TargetState & { id: string }

export function Targets({ order }: { order: ShownOrder }) {
  const translate = useTranslate()
  const { app, resources } = useConfig()
  const phone = useIsPhone()
  const columns = useTargetColumns(phone)
  const polling = usePolling(app.timing.ordersPollMs)
  const title = translate('orders.targets.title')
  // The pages have the size of the device list's pages.
  const deviceList = resources.devices?.list
  return (
    <ReferenceManyFieldBase<ShownOrder, Target>
      resource="orders"
      record={order}
      reference="targets"
      target="order"
      perPage={deviceList?.perPage}
      sort={{ field: 'number', order: 'ASC' }}
      queryOptions={{
        // Replaces react-admin's notice, as the list shows the error.
        onError: () => {},
        refetchInterval: isUnfinished(order) && polling,
        meta: { live: ['orders'], record: String(order.id) } satisfies LiveMeta,
      }}
      render={({ error }) => {
        // The server does not have this call, so the section is hidden (decision 22).
        if (isMissingCall(error)) return null
        return (
          <Card component="section" sx={{ p: 2, pb: 1 }}>
            <Typography variant="h2" sx={{ mb: 1 }}>
              {title}
            </Typography>
            <TargetFilters order={order} />
            <TableOrCards
              label={title}
              columns={columns}
              phone={phone}
              card={() => CARD}
              empty={<NoRows title={translate('orders.targets.none')} />}
            />
            <Pager size={deviceList?.pageWindow ?? 10} of={title} />
          </Card>
        )
      }}
    />
  )
}

/** The cards lie inside another card, so lines between them replace their borders. */
const CARD = { sx: { px: 0, border: 0, borderTop: 1, borderColor: 'divider', borderRadius: 0 } }

/** The columns of targets. Fields of devices have the labels of the device list. */
function useTargetColumns(phone: boolean): Column<Target>[] {
  const translate = useTranslate()
  const zone = useZone({ utcFirst: true })
  const reasonText = useReasonText()
  const devices = useConfig().resources.devices
  const fields = devices?.fields
  const phoneNumber = translate(fields?.isdn?.label)
  const imei = translate(fields?.id?.label)
  const changed = translate('orders.targets.changed')
  const truncate = (text: string) => (phone ? text : <Truncated width="36ch">{text}</Truncated>)
  return [
    {
      name: 'number',
      onCard: 'title',
      label: phoneNumber,
      className: NAME_COLUMN,
      // Targets out of the user's scope have no model, and no page to link to.
      render: ({ number, device, model }) => (
        <CopyableText value={number} label={phoneNumber} to={model ? pageOf(devices, device) : undefined}>
          {formatPhone(number)}
        </CopyableText>
      ),
    },
    { name: 'device', label: imei, render: ({ device }) => <CopyableText value={device} label={imei} /> },
    { name: 'model', label: translate(fields?.model?.label), render: ({ model }) => truncate(model) },
    {
      name: 'online',
      label: translate('orders.targets.online'),
      render: ({ online }) => <OnlineDot online={online} />,
    },
    {
      name: 'status',
      onCard: 'title',
      label: translate('orders.status'),
      render: ({ status }) => <OrderStatusWord status={status} />,
    },
    {
      name: 'reason',
      label: translate('orders.targets.reason'),
      render: ({ reason }) => truncate(reasonText(reason)),
    },
    {
      name: 'changed',
      label: phone ? changed : `${changed} (${zone})`,
      render: target => <TimeText time={target.changed} form={SHORT_FORM} utcFirst />,
    },
  ]
}
