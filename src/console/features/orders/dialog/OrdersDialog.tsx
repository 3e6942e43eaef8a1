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
import { BusyButton } from '../../../ui/controls/BusyButton'
import { ConfirmDialog } from '../../../ui/dialogs/ConfirmDialog'
import { DialogFrame } from '../../../ui/dialogs/DialogFrame'
import { NoticeArea } from '../../../ui/notices/NoticeArea'
import { type Notice, useNotice } from '../../../ui/notices/useNotice'
import { OnlineDot } from '../../../ui/StatusDot'
import { EmptyState } from '../../../ui/states/EmptyState'
import { ErrorState } from '../../../ui/states/ErrorState'
import { SkeletonCards } from '../../../ui/states/SkeletonRows'
import { CopyableText } from '../../../ui/text/CopyableText'
import {
  OutcomeLine,
  type RegisteredOrder,
  RegisteredToast,
  type Registration,
  UndoButton,
  useAddedFields,
  useOutcome,
  useRegister,
} from '../../registering'
import { isUnfinished } from '../order'
import { useOrderPaths } from '../useOrderPaths'
import { MethodPanel, type MethodPanelProps, type Sent } from './MethodPanel'

export default function OrdersDialog({ record, command, onClose }: ActionDialogProps) {
  const translate = useTranslate()
  const notify = useNotify()
  const paths = useOrderPaths()
  const { app, resources } = useConfig()
  const { notice, show } = useNotice(app.timing.noticeMs)
  const [lastSent, setLastSent] = useState<Sent & { order: RegisteredOrder }>()
  const top = useRef<HTMLDivElement>(null)
  const device = record as Device
  const messages = resources.orders?.messages ?? {}
  const outcome = useOutcome(lastSent?.order.id)
  const { register, busy } = useRegister()

  /** Shows the outcome in the dialog, or as a toast if the user has closed it. */
  const report = (notice: Notice, caption?: string) => {
    if (top.current) {
      show(notice)
      return
    }
    const details = [caption, notice.detail, formatPhone(device.isdn)].filter(Boolean).join(' · ')
    notify(`${notice.text}\n${details}`, { type: notice.tone })
  }
  const onSent = (request: Sent, registration: Registration) => {
    const { caption } = request.method
    const isRegistered = registration.kind === 'registered'
    setLastSent(isRegistered ? { ...request, order: registration.order } : undefined)
    if (isRegistered) {
      report({ tone: 'success', text: translate(messages.registered), detail: caption })
      return
    }
    const isUnknown = registration.kind === 'failed' && registration.mayBeRegistered
    const text = isUnknown ? translate('orders.dialog.unknown') : translate(messages.refused)
    report({ tone: 'error', text, detail: registration.reason }, caption)
  }
  const [question, setQuestion] = useState<{ method: Method; answer: (yes: boolean) => void }>()
  const confirm = async (method: Method) => {
    if (!method.content.Danger) return true
    const isConfirmed = await new Promise<boolean>(answer => setQuestion({ method, answer }))
    setQuestion(undefined)
    return isConfirmed
  }
  const sendAgain = async (request: Sent) => {
    if (await confirm(request.method)) onSent(request, await register(request.sheet))
  }
  const close = () => {
    // The progress of an unfinished order continues in a toast.
    if (lastSent && outcome && isUnfinished(outcome.order))
      notify(<RegisteredToast order={lastSent.order} list={paths.list} />, { autoHideDuration: null })
    onClose()
  }
  /** What the user can do after an order was sent: undo it, or open it. */
  const followUp = notice?.tone === 'success' && resources.orders && (
    <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 2, mt: 1 }}>
      {lastSent && (
        <UndoButton
          order={lastSent.order}
          onEnded={notice => {
            setLastSent(undefined)
            show(notice)
          }}
        />
      )}
      {/* A basic server (§7 only) does not return the id of the new order. */}
      <Link
        to={lastSent?.order.id === undefined ? paths.list : paths.show(lastSent.order.id)}
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
      onClose={close}
      onCross={close}
      top={
        <Box ref={top} sx={{ px: 3 }}>
          <DeviceHeader device={device} />
          <NoticeArea notice={notice} onClose={() => show(undefined)} action={followUp} />
          {lastSent && outcome && (
            <Box sx={OUTCOME}>
              <Box sx={{ fontWeight: 500 }}>{lastSent.method.caption}</Box>
              <OutcomeLine
                outcome={outcome}
                again={
                  <BusyButton
                    size="small"
                    variant="outlined"
                    busy={busy}
                    onClick={() => void sendAgain(lastSent)}
                  >
                    {translate('orders.outcome.again')}
                  </BusyButton>
                }
              />
            </Box>
          )}
        </Box>
      }
    >
      <Methods device={device} command={command} confirm={confirm} onSent={onSent} />
      {question && (
        <ConfirmDialog
          question={translate('orders.danger.title', { number: formatPhone(device.isdn) })}
          body={translate('orders.danger.text', {
            caption: question.method.caption,
            number: formatPhone(device.isdn),
          })}
          yes={translate('orders.danger.yes')}
          no={translate('ra.action.cancel')}
          onYes={() => question.answer(true)}
          onClose={() => question.answer(false)}
        />
      )}
    </DialogFrame>
  )
}

const OUTCOME = {
  mb: 2,
  px: 2,
  py: 1,
  border: 1,
  borderColor: 'divider',
  borderRadius: 1,
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  columnGap: 2,
  minHeight: 48,
} as const

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

type MethodsProps = Pick<MethodPanelProps, 'confirm' | 'onSent'> & {
  device: Device
  command: string | undefined
}

function Methods({ device, command, confirm, onSent }: MethodsProps) {
  const translate = useTranslate()
  const [open, setOpen] = useState(command)
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
      confirm={confirm}
      onSent={onSent}
    />
  ))
}
