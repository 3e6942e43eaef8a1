/** A button that fetches a file and saves it. It ignores clicks meanwhile; a failure is shown as a notice. */
import FileDownloadOutlined from '@mui/icons-material/FileDownloadOutlined'
import type { ButtonProps } from '@mui/material'
import { useMutation } from '@tanstack/react-query'
import { useNotify } from 'ra-core'
import { type Download, saveDownload } from '../../api/downloads'
import { BusyButton } from '../../ui/controls/BusyButton'
import { useSingleFlight } from '../../ui/controls/useSingleFlight'

interface DownloadButtonProps extends ButtonProps {
  fetchFile: () => Promise<Download>
  onSaved?: () => void
  /** Shows the error; default: a toast. */
  onFailed?: (message: string) => void
}

export function DownloadButton({ fetchFile, onSaved, onFailed, ...props }: DownloadButtonProps) {
  const notify = useNotify()
  const { mutateAsync, isPending } = useMutation({
    mutationFn: async () => saveDownload(await fetchFile()),
    onSuccess: onSaved,
    onError: ({ message }) => (onFailed ? onFailed(message) : notify(message, { type: 'error' })),
  })
  const download = useSingleFlight(() => mutateAsync().catch(() => undefined))
  return (
    <BusyButton
      startIcon={<FileDownloadOutlined />}
      busy={isPending}
      onClick={() => void download()}
      {...props}
    />
  )
}
