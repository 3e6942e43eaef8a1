/** The files of an order (§2): each can be downloaded; images and spreadsheets can also be viewed. */
import InsertDriveFileOutlined from '@mui/icons-material/InsertDriveFileOutlined'
import OpenInNew from '@mui/icons-material/OpenInNew'
import VisibilityOutlined from '@mui/icons-material/VisibilityOutlined'
import { Box, Button, Card, Typography } from '@mui/material'
import { useTranslate } from 'ra-core'
import { useState } from 'react'
import type { Attachment } from '../../../../contract/orders'
import { plainFileName } from '../../../../domain/fileName'
import { useFleet } from '../../../api/fleet'
import { LazyDialog } from '../../../ui/lazy/LazyDialog'
import { lazyComponent, preloadBriefly } from '../../../ui/lazy/lazyComponent'
import { bytes } from '../../../ui/text/bytes'
import { DownloadButton } from '../../downloads'

const AttachmentDialog = lazyComponent(() => import('./AttachmentDialog'))

export function Attachments({ attachments = [] }: { attachments?: readonly Attachment[] }) {
  const translate = useTranslate()
  if (attachments.length === 0) return null
  return (
    <Card component="section" aria-label={translate('orders.files.title')} sx={{ p: 2 }}>
      <Typography variant="h2" sx={{ mb: 1 }}>
        {translate('orders.files.title')}
      </Typography>
      <Box component="ul" sx={{ listStyle: 'none', m: 0, p: 0, display: 'grid', gap: 1.5 }}>
        {attachments.map(({ id, photo, photoName, weight }) => {
          const name = plainFileName(photoName)
          const url = urlOf(photo)
          return (
            <Box
              component="li"
              key={id}
              sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 1 }}
            >
              <InsertDriveFileOutlined fontSize="small" aria-hidden sx={{ color: 'text.secondary' }} />
              <Box sx={{ flex: '1 1 160px', minWidth: 0, overflowWrap: 'anywhere' }}>
                <span>{name}</span>{' '}
                <Box component="span" sx={{ color: 'text.secondary', fontSize: 13, whiteSpace: 'nowrap' }}>
                  {bytes(weight)}
                </Box>
              </Box>
              {url && (
                <Box sx={{ display: 'flex', ml: 'auto' }}>
                  {isOnThisServer(url) ? (
                    <OwnFile name={name} url={url} />
                  ) : (
                    <ForeignFile name={name} url={url} />
                  )}
                </Box>
              )}
            </Box>
          )
        })}
      </Box>
    </Card>
  )
}

/** `undefined` for anything but http(s), such as `javascript:`. */
function urlOf(photo: string): URL | undefined {
  if (photo.trim() === '') return undefined
  try {
    const url = new URL(photo, location.origin)
    return /^https?:$/.test(url.protocol) ? url : undefined
  } catch {
    return undefined
  }
}

/** Files of other servers are not fetched, as the request carries the token. */
const isOnThisServer = (url: URL) => url.origin === location.origin

interface FileProps {
  name: string
  url: URL
}

function OwnFile({ name, url }: FileProps) {
  const translate = useTranslate()
  const fleet = useFleet()
  const [open, setOpen] = useState(false)
  const show = () => void preloadBriefly(AttachmentDialog).then(() => setOpen(true))
  const close = () => setOpen(false)
  const view = viewOf(name)
  const path = url.pathname + url.search
  return (
    <>
      {view && (
        <Button
          size="small"
          startIcon={<VisibilityOutlined />}
          aria-label={translate('orders.files.viewOf', { name })}
          aria-haspopup="dialog"
          onClick={show}
        >
          {translate('orders.files.view')}
        </Button>
      )}
      <DownloadButton
        size="small"
        fetchFile={async () => ({ ...(await fleet.downloadFile(path)), name })}
        aria-label={translate('orders.files.downloadOf', { name })}
      >
        {translate('orders.files.download')}
      </DownloadButton>
      {open && view && (
        <LazyDialog label={name} component={AttachmentDialog} onClose={close}>
          <AttachmentDialog name={name} path={path} view={view} onClose={close} />
        </LazyDialog>
      )}
    </>
  )
}

/** How the console shows a file of this name; `undefined` when it can only be downloaded. */
function viewOf(name: string): 'image' | 'sheet' | undefined {
  // No svg: it can run scripts.
  if (/\.(png|jpe?g|gif|webp|bmp|avif)$/i.test(name)) return 'image'
  return /\.(xlsx|csv)$/i.test(name) ? 'sheet' : undefined
}

function ForeignFile({ name, url: { href, host } }: FileProps) {
  const translate = useTranslate()
  return (
    <Button
      size="small"
      href={href}
      target="_blank"
      rel="noopener noreferrer"
      startIcon={<OpenInNew />}
      aria-label={translate('orders.files.elsewhereOf', { name, host })}
    >
      {translate('orders.files.elsewhere')}
    </Button>
  )
}
