/** The commands of one device: an accordion of order methods, each with its input and its run button (§2). */
import CloseIcon from '@mui/icons-material/Close'
import {
  Box,
  Dialog,
  DialogContent,
  DialogTitle,
  IconButton,
  Skeleton,
  Typography,
  useMediaQuery,
  useTheme,
} from '@mui/material'
import { useGetList, useNotify, useTranslate } from 'ra-core'
import { useEffect, useId, useRef, useState } from 'react'
import { Link } from 'react-admin'
import type { Device } from '../../../contract/devices'
import type { Method } from '../../../contract/methods'
import { connectivity } from '../../../domain/connectivity'
import { offersMethod } from '../../../domain/methodInput'
import { formatPhone } from '../../../domain/phone'
import { choicesOf } from '../../choices'
import { useConfig, useWords } from '../../config'
import { CopyableText } from '../../ui/CopyableText'
import { EmptyState } from '../../ui/EmptyState'
import { ErrorState } from '../../ui/ErrorState'
import type { ActionDialogProps } from '../../ui/feature'
import { NoticeArea } from '../../ui/NoticeArea'
import { StatusDot } from '../../ui/StatusDot'
import { type Notice, useNotice } from '../../ui/useNotice'
import { type RegisteredOrder, saidOf, UndoButton, type Undone } from '../registering'
import { MethodPanel } from './MethodPanel'
import { orderPath } from './paths'

export default function OrdersDialog({ record, onClose }: ActionDialogProps) {
  const translate = useTranslate()
  const words = useWords()
  const title = useId()
  const phone = useMediaQuery(useTheme().breakpoints.down('sm'))
  const { app, resources } = useConfig()
  const { notice, show } = useNotice(app.timing.noticeMs)
  const device = record as Device
  const messages = resources.orders?.messages ?? {}
  const [order, setOrder] = useState<RegisteredOrder>()
  const tell = useTell(device, show)
  const list = resources.orders?.path ?? ''
  // A server of §7 alone does not say which order it made.
  const linkTo = order?.id === undefined ? list : orderPath(list, order.id)
  const undone = (result: Undone) => {
    setOrder(undefined)
    show(saidOf(result, translate))
  }

  return (
    <Dialog open fullWidth fullScreen={phone} maxWidth="sm" onClose={onClose} aria-labelledby={title}>
      <DialogTitle id={title} sx={{ pr: 7, pb: 1 }}>
        {translate('orders.dialog.title')}
      </DialogTitle>
      <IconButton
        aria-label={translate('ra.action.close')}
        onClick={onClose}
        sx={{ position: 'absolute', top: 12, right: 12 }}
      >
        <CloseIcon />
      </IconButton>
      {/* Outside of what scrolls: whom it hits and what became of it stay in sight. */}
      <Box sx={{ px: 3 }}>
        <DeviceHeader device={device} />
        <NoticeArea
          notice={notice}
          onClose={() => show(undefined)}
          action={
            notice?.tone === 'success' &&
            resources.orders && (
              <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 2, mt: 1 }}>
                {order && <UndoButton order={order} onUndone={undone} />}
                <Link to={linkTo} color="inherit" underline="always">
                  {translate('orders.dialog.toList')}
                </Link>
              </Box>
            )
          }
        />
      </Box>
      <DialogContent sx={{ pt: 0 }}>
        <Methods
          device={device}
          onDone={(caption, registered) => {
            setOrder(registered)
            tell({ tone: 'success', text: words(messages.registered), detail: caption })
          }}
          onFailed={({ caption, reason, unknown }) => {
            setOrder(undefined)
            const text = unknown ? translate('orders.dialog.unknown') : words(messages.refused)
            tell({ tone: 'error', text, detail: reason }, caption)
          }}
        />
      </DialogContent>
    </Dialog>
  )
}

/** In the dialog, or wherever the user is when it was closed meanwhile: what became of a command is never hidden. */
function useTell(device: Device, show: (notice: Notice) => void) {
  const notify = useNotify()
  const isOpen = useRef(true)
  useEffect(() => {
    isOpen.current = true
    return () => {
      isOpen.current = false
    }
  }, [])
  return (notice: Notice, caption?: string) => {
    if (isOpen.current) {
      show(notice)
      return
    }
    const about = [caption, notice.detail, formatPhone(device.isdn)].filter(Boolean).join(' · ')
    notify(`${notice.text}\n${about}`, { type: notice.tone, multiLine: true })
  }
}

/** Whom the commands will hit. */
function DeviceHeader({ device }: { device: Device }) {
  const translate = useTranslate()
  const words = useWords()
  const fields = useConfig().resources.devices?.fields
  const state = connectivity(device)
  return (
    <Box
      sx={{
        display: 'flex',
        flexWrap: 'wrap',
        alignItems: 'center',
        columnGap: 2,
        rowGap: 0.5,
        mb: 2,
        minHeight: 32,
      }}
    >
      <Typography component="span" sx={{ fontSize: 16, fontWeight: 600 }}>
        <CopyableText value={device.isdn} label={words(fields?.isdn?.label)}>
          {formatPhone(device.isdn)}
        </CopyableText>
      </Typography>
      <Typography component="span" color="text.secondary">
        <CopyableText value={device.id} label={words(fields?.id?.label)} />
      </Typography>
      <Typography component="span" color="text.secondary">
        {device.model}
      </Typography>
      <StatusDot
        tone={state === 'linked' ? 'success' : 'neutral'}
        label={translate(`orders.connectivity.${state}`)}
      />
    </Box>
  )
}

interface MethodsProps {
  device: Device
  onDone: (caption: string, order: RegisteredOrder) => void
  onFailed: (failure: { caption: string; reason: string; unknown: boolean }) => void
}

function Methods({ device, onDone, onFailed }: MethodsProps) {
  const translate = useTranslate()
  const [open, setOpen] = useState<string>()
  const { data, error, isPending, refetch } = useGetList<Method & { id: string }>(choicesOf('methods'), {
    pagination: { page: 1, perPage: 1000 },
    // A field that no record has: the server's order stays.
    sort: { field: '', order: 'ASC' },
  })
  if (error)
    return (
      <ErrorState title={translate('orders.dialog.unreachable')} error={error} onRetry={() => refetch()} />
    )
  if (isPending) {
    return (
      <Box aria-busy>
        {Array.from({ length: 6 }, (_, row) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the rows differ in nothing else
          <Skeleton key={row} height={48} />
        ))}
      </Box>
    )
  }
  const offered = data.filter(method => offersMethod(method, device))
  if (offered.length === 0) {
    return <EmptyState title={translate('orders.dialog.none')} text={translate('orders.dialog.noneHint')} />
  }
  return offered.map(method => (
    <MethodPanel
      key={method.code}
      method={method}
      device={device.id}
      open={open === method.code}
      onToggle={next => setOpen(next ? method.code : undefined)}
      onDone={order => onDone(method.caption, order)}
      onFailed={(reason, unknown) => onFailed({ caption: method.caption, reason, unknown })}
    />
  ))
}
