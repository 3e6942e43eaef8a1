/** A file of an order, looked at: a picture as it is, a spreadsheet as a table of its first rows. */
import {
  Alert,
  Box,
  Button,
  Dialog,
  DialogActions,
  DialogContent,
  DialogTitle,
  Skeleton,
  Table,
  TableBody,
  TableCell,
  TableContainer,
  TableHead,
  TableRow,
  useMediaQuery,
  useTheme,
} from '@mui/material'
import { useQuery } from '@tanstack/react-query'
import { useTranslate } from 'ra-core'
import { useId } from 'react'
import { useFleet } from '../../api/verbs'
import { ErrorState } from '../../ui/ErrorState'
import { useObjectUrl } from '../../ui/useObjectUrl'
import { viewOf } from './attachment'
import { firstRows, type SheetView } from './sheetView'

interface AttachmentDialogProps {
  name: string
  /** Where it is, on this server. */
  path: string
  onDownload: () => void
  onClose: () => void
}

export default function AttachmentDialog({ name, path, onDownload, onClose }: AttachmentDialogProps) {
  const translate = useTranslate()
  const fleet = useFleet()
  const title = useId()
  const phone = useMediaQuery(useTheme().breakpoints.down('sm'))
  const view = viewOf(name)
  const { data, error, refetch } = useQuery({
    queryKey: ['orders', 'file', path],
    queryFn: async ({ signal }) => {
      const { blob } = await fleet.downloadFile(path, signal)
      return view === 'sheet'
        ? ({ view, sheet: await firstRows(blob) } as const)
        : ({ view: 'image', blob } as const)
    },
    // Of a moment ago, never of another order's.
    gcTime: 0,
  })
  return (
    <Dialog open fullWidth fullScreen={phone} maxWidth="lg" onClose={onClose} aria-labelledby={title}>
      <DialogTitle id={title} sx={{ overflowWrap: 'anywhere' }}>
        {name}
      </DialogTitle>
      <DialogContent aria-busy={!data && !error}>
        {error && <ErrorState error={toldOf(error, translate)} onRetry={() => refetch()} />}
        {!data && !error && <Skeleton variant="rounded" height={240} />}
        {data?.view === 'image' && <Picture blob={data.blob} name={name} />}
        {data?.view === 'sheet' && <Sheet sheet={data.sheet} name={name} />}
      </DialogContent>
      <DialogActions sx={{ px: 3, pb: 2 }}>
        <Button color="inherit" onClick={onClose}>
          {translate('ra.action.close')}
        </Button>
        <Button variant="contained" onClick={onDownload}>
          {translate('orders.files.download')}
        </Button>
      </DialogActions>
    </Dialog>
  )
}

/** The reader's refusals are codes; those of calls are sentences. */
function toldOf(error: Error, translate: (key: string) => string): Error {
  return 'status' in error ? error : new Error(translate('orders.files.unreadable'))
}

function Picture({ blob, name }: { blob: Blob; name: string }) {
  const url = useObjectUrl(blob)
  return (
    url && <Box component="img" src={url} alt={name} sx={{ maxWidth: 1, display: 'block', mx: 'auto' }} />
  )
}

function Sheet({ sheet: { head, rows, more }, name }: { sheet: SheetView; name: string }) {
  const translate = useTranslate()
  if (head.length === 0) return <Alert severity="info">{translate('orders.files.empty')}</Alert>
  return (
    <>
      {more && (
        <Alert severity="info" sx={{ mb: 2 }}>
          {translate('orders.files.firstRows', { count: rows.length.toLocaleString('ko-KR') })}
        </Alert>
      )}
      <TableContainer role="region" aria-label={name} tabIndex={0} sx={{ maxHeight: '60dvh' }}>
        <Table size="small" stickyHeader>
          <TableHead>
            <TableRow>
              {head.map(({ column, text }) => (
                <TableCell key={column} sx={{ whiteSpace: 'nowrap' }}>
                  {text}
                </TableCell>
              ))}
            </TableRow>
          </TableHead>
          <TableBody>
            {rows.map(row => (
              <TableRow key={row.number}>
                {head.map(({ column }) => (
                  <TableCell key={column}>{row.texts.get(column)}</TableCell>
                ))}
              </TableRow>
            ))}
          </TableBody>
        </Table>
      </TableContainer>
    </>
  )
}
