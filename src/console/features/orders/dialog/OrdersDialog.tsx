/** The commands for one device: an accordion of order methods, each with its input and its run button (§2). */
import { Box } from '@mui/material'
import { useNotify } from 'ra-core'
import { useRef, useState } from 'react'
import { Link } from 'react-admin'
import type { Device } from '../../../../contract/devices'
import type { Method } from '../../../../contract/methods'
import { connectivity } from '../../../../domain/connectivity'
import { offersMethod } from '../../../../domain/methodInput'
import { formatPhone } from '../../../../domain/phone'
import { useConfig, useTranslate } from '../../../config'
import type { ActionDialogProps } from '../../../feature'
import { useMethods } from '../../../forms/method/useMethods'
import { DialogFrame } from '../../../ui/dialogs/DialogFrame'
import { NoticeArea } from '../../../ui/notices/NoticeArea'
import { type Notice, useNotice } from '../../../ui/notices/useNotice'
import { OnlineDot } from '../../../ui/StatusDot'
import { EmptyState } from '../../../ui/states/EmptyState'
import { ErrorState } from '../../../ui/states/ErrorState'
import { SkeletonCards } from '../../../ui/states/SkeletonRows'
import { CopyableText } from '../../../ui/text/CopyableText'
import { type RegisteredOrder, type Registration, UndoButton, useAddedFields } from '../../registering'
import { useOrderPaths } from '../useOrderPaths'
import { MethodPanel, type MethodPanelProps } from './MethodPanel'

export default function OrdersDialog({ record, onClose }: ActionDialogProps) {
  const translate = useTranslate()
  const notify = useNotify()
  const paths = useOrderPaths()
  const { app, resources } = useConfig()
  const { notice, show } = useNotice(app.timing.noticeMs)
  const [order, setOrder] = useState<RegisteredOrder>()
  const top = useRef<HTMLDivElement>(null)
  const device = record as Device
  const messages = resources.orders?.messages ?? {}

  /** Shows the outcome in the dialog, or as a toast if the user has closed it. */
  const report = (notice: Notice, caption?: string) => {
    if (top.current) {
      show(notice)
      return
    }
    const details = [caption, notice.detail, formatPhone(device.isdn)].filter(Boolean).join(' · ')
    notify(`${notice.text}\n${details}`, { type: notice.tone, multiLine: true })
  }
  const onSent = ({ caption }: Method, registration: Registration) => {
    const isRegistered = registration.kind === 'registered'
    setOrder(isRegistered ? registration.order : undefined)
    if (isRegistered) {
      report({ tone: 'success', text: translate(messages.registered), detail: caption })
      return
    }
    const isUnknown = registration.kind === 'failed' && registration.mayBeRegistered
    const text = isUnknown ? translate('orders.dialog.unknown') : translate(messages.refused)
    report({ tone: 'error', text, detail: registration.reason }, caption)
  }
  /** What the user can do after an order was sent: undo it, or open it. */
  const followUp = notice?.tone === 'success' && resources.orders && (
    <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 2, mt: 1 }}>
      {order && (
        <UndoButton
          order={order}
          onEnded={notice => {
            setOrder(undefined)
            show(notice)
          }}
        />
      )}
      {/* A basic server (§7 only) does not return the id of the new order. */}
      <Link
        to={order?.id === undefined ? paths.list : paths.show(order.id)}
        color="inherit"
        underline="always"
      >
        {translate('orders.dialog.toList')}
      </Link>
    </Box>
  )
  return (
    <DialogFrame
      title={translate('orders.dialog.title')}
      maxWidth="sm"
      onClose={onClose}
      onCross={onClose}
      top={
        <Box ref={top} sx={{ px: 3 }}>
          <DeviceHeader device={device} />
          <NoticeArea notice={notice} onClose={() => show(undefined)} action={followUp} />
        </Box>
      }
    >
      <Methods device={device} onSent={onSent} />
    </DialogFrame>
  )
}

/** The device that receives the commands. */
function DeviceHeader({ device }: { device: Device }) {
  const translate = useTranslate()
  const fields = useConfig().resources.devices?.fields
  return (
    <Box
      sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: '4px 16px', mb: 2, minHeight: 32 }}
    >
      <Box sx={{ fontSize: 16, fontWeight: 600 }}>
        <CopyableText value={device.isdn} label={translate(fields?.isdn?.label)}>
          {formatPhone(device.isdn)}
        </CopyableText>
      </Box>
      <Box sx={{ display: 'contents', color: 'text.secondary' }}>
        <CopyableText value={device.id} label={translate(fields?.id?.label)} />
        <span>{device.model}</span>
      </Box>
      <OnlineDot online={connectivity(device) === 'linked'} />
    </Box>
  )
}

type MethodsProps = Pick<MethodPanelProps, 'onSent'> & { device: Device }

function Methods({ device, onSent }: MethodsProps) {
  const translate = useTranslate()
  const [open, setOpen] = useState<string>()
  const { data, error, isPending, refetch } = useMethods()
  const { added, isPending: areFieldsPending } = useAddedFields()
  if (error) {
    const title = translate('orders.dialog.unreachable')
    return <ErrorState title={title} error={error} onRetry={() => refetch()} />
  }
  if (isPending || areFieldsPending) return <SkeletonCards cards={4} />
  const offered = data.filter(method => offersMethod(method, device))
  if (offered.length === 0) {
    return <EmptyState title={translate('orders.dialog.none')} text={translate('orders.dialog.noneHint')} />
  }
  return offered.map(method => (
    <MethodPanel
      key={method.code}
      method={method}
      device={device.id}
      added={added}
      open={open === method.code}
      onToggle={next => setOpen(next ? method.code : undefined)}
      onSent={onSent}
    />
  ))
}
