/** The button that exports a list as a spreadsheet; hidden unless the server can export this list (decision 22). */
import FileDownloadOutlined from '@mui/icons-material/FileDownloadOutlined'
import { useQuery } from '@tanstack/react-query'
import { useTranslate } from 'ra-core'
import { useState } from 'react'
import { useFleet } from '../../api/fleet'
import { TipButton } from '../../ui/controls/TipButton'
import { LazyDialog } from '../../ui/lazy/LazyDialog'
import { preloadBriefly } from '../../ui/lazy/lazyComponent'
import { ExportDialog } from './lazyExportDialog'
import type { ExportButtonProps } from './props'

export default function ExportButton(props: ExportButtonProps) {
  const translate = useTranslate()
  const fleet = useFleet()
  const [open, setOpen] = useState(false)
  // Fetched once: the server does not change which lists it can export.
  const { data } = useQuery({
    queryKey: ['exports'],
    queryFn: async ({ signal }) => (await fleet.exportableLists(signal)) ?? [],
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  })
  if (!data?.includes(props.resource.name)) return null
  return (
    <>
      <TipButton
        label="exports.open"
        size="small"
        aria-haspopup="dialog"
        onPointerEnter={() => void preloadBriefly(ExportDialog)}
        onClick={() => void preloadBriefly(ExportDialog).then(() => setOpen(true))}
      >
        <FileDownloadOutlined fontSize="small" />
      </TipButton>
      {open && (
        <LazyDialog label={translate('exports.open')} component={ExportDialog} onClose={() => setOpen(false)}>
          <ExportDialog {...props} onClose={() => setOpen(false)} />
        </LazyDialog>
      )}
    </>
  )
}
