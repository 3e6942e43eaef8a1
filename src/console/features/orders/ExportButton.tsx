/** What became of an order's devices as a spreadsheet: those that are shown by state, or all. */
import FileDownloadOutlined from '@mui/icons-material/FileDownloadOutlined'
import { Button } from '@mui/material'
import { useMutation } from '@tanstack/react-query'
import { useLocale, useNotify, useTranslate } from 'ra-core'
import type { Order } from '../../../contract/orders'
import type { OrderStatus } from '../../../domain/orders'
import { saveDownload } from '../../api/downloads'
import { useFleet } from '../../api/verbs'
import { useOnce } from '../../ui/useOnce'

interface ExportButtonProps {
  order: Order
  status?: OrderStatus
}

export function ExportButton({ order, status }: ExportButtonProps) {
  const translate = useTranslate()
  const notify = useNotify()
  const fleet = useFleet()
  const locale = useLocale()
  const { mutateAsync, isPending } = useMutation({
    mutationFn: () => fleet.downloadOrderResults(order.id, { status, locale: locale === 'en' ? 'en' : 'ko' }),
    onSuccess: saveDownload,
    onError: error => notify(error.message, { type: 'error' }),
  })
  const download = useOnce(() => mutateAsync().catch(() => undefined))
  return (
    <Button
      variant="outlined"
      color="inherit"
      startIcon={<FileDownloadOutlined />}
      loading={isPending}
      loadingPosition="start"
      onClick={() => void download()}
      sx={{ borderColor: 'divider' }}
    >
      {translate('orders.targets.export')}
    </Button>
  )
}
