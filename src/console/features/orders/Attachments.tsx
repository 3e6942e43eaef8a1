/** The files of an order (§2): each can be looked at, where the console can show it, and downloaded. */
import FileDownloadOutlined from '@mui/icons-material/FileDownloadOutlined'
import InsertDriveFileOutlined from '@mui/icons-material/InsertDriveFileOutlined'
import OpenInNew from '@mui/icons-material/OpenInNew'
import VisibilityOutlined from '@mui/icons-material/VisibilityOutlined'
import { Box, Button, Card, Typography } from '@mui/material'
import { useMutation } from '@tanstack/react-query'
import { useNotify, useTranslate } from 'ra-core'
import { useState } from 'react'
import type { Attachment } from '../../../contract/orders'
import { plainFileName } from '../../../domain/fileName'
import { saveDownload } from '../../api/downloads'
import { useFleet } from '../../api/verbs'
import { bytes } from '../../ui/bytes'
import { LazyDialog } from '../../ui/LazyDialog'
import { fetchedSoon, lazyScreen } from '../../ui/lazyScreen'
import { useOnce } from '../../ui/useOnce'
import { addressOf, viewOf } from './attachment'

const AttachmentDialog = lazyScreen(() => import('./AttachmentDialog'))

export function Attachments({ attachments }: { attachments: readonly Attachment[] }) {
  const translate = useTranslate()
  if (attachments.length === 0) return null
  return (
    <Card component="section" aria-label={translate('orders.files.title')} sx={{ p: 2 }}>
      <Typography variant="h2" sx={{ mb: 1 }}>
        {translate('orders.files.title')}
      </Typography>
      <Box component="ul" sx={{ listStyle: 'none', m: 0, p: 0, display: 'grid', gap: 1.5 }}>
        {attachments.map(attachment => (
          <File key={attachment.id} attachment={attachment} />
        ))}
      </Box>
    </Card>
  )
}

function File({ attachment }: { attachment: Attachment }) {
  const translate = useTranslate()
  const notify = useNotify()
  const fleet = useFleet()
  const [open, setOpen] = useState(false)
  const { photoName, weight } = attachment
  const name = plainFileName(photoName)
  const address = addressOf(attachment.photo)
  const { mutateAsync, isPending } = useMutation({
    mutationFn: (path: string) => fleet.downloadFile(path),
    onSuccess: ({ blob }) => saveDownload({ blob, name }),
    onError: error => notify(error.message, { type: 'error' }),
  })
  const download = useOnce((path: string) => mutateAsync(path).catch(() => undefined))

  return (
    <Box component="li" sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 1 }}>
      <InsertDriveFileOutlined fontSize="small" aria-hidden sx={{ color: 'text.secondary' }} />
      <Box sx={{ flex: '1 1 160px', minWidth: 0, overflowWrap: 'anywhere' }}>
        {name}{' '}
        <Typography component="span" variant="body2" color="text.secondary" sx={{ whiteSpace: 'nowrap' }}>
          {bytes(weight)}
        </Typography>
      </Box>
      {address?.kind === 'ours' && (
        <>
          {viewOf(name) && (
            <Button
              size="small"
              startIcon={<VisibilityOutlined />}
              aria-label={translate('orders.files.viewOf', { name })}
              aria-haspopup="dialog"
              onClick={() => void fetchedSoon(AttachmentDialog).then(() => setOpen(true))}
            >
              {translate('orders.files.view')}
            </Button>
          )}
          <Button
            size="small"
            startIcon={<FileDownloadOutlined />}
            aria-label={translate('orders.files.downloadOf', { name })}
            loading={isPending}
            loadingPosition="start"
            onClick={() => void download(address.path)}
          >
            {translate('orders.files.download')}
          </Button>
        </>
      )}
      {address?.kind === 'foreign' && (
        <Button
          size="small"
          component="a"
          href={address.url}
          target="_blank"
          rel="noopener noreferrer"
          startIcon={<OpenInNew />}
          aria-label={translate('orders.files.elsewhereOf', { name, host: new URL(address.url).host })}
        >
          {translate('orders.files.elsewhere')}
        </Button>
      )}
      {open && address?.kind === 'ours' && (
        <LazyDialog label={name} screen={AttachmentDialog} onClose={() => setOpen(false)}>
          <AttachmentDialog
            name={name}
            path={address.path}
            onDownload={() => void download(address.path)}
            onClose={() => setOpen(false)}
          />
        </LazyDialog>
      )}
    </Box>
  )
}
