/** Shows a file of an order: a picture, or the first rows of a spreadsheet. */
import { Alert, Box, Skeleton } from '@mui/material'
import { useQuery } from '@tanstack/react-query'
import { useTranslate } from 'ra-core'
import { DataTable, DataTableColumn } from 'react-admin'
import { readSheet, type SheetCell, type SheetRow } from '../../../../sheet'
import { useFleet } from '../../../api/fleet'
import { TableRegion } from '../../../forms/list/TableRegion'
import { DialogFrame } from '../../../ui/dialogs/DialogFrame'
import { ErrorState } from '../../../ui/states/ErrorState'
import { useObjectUrl } from '../../../ui/useObjectUrl'
import { DownloadButton } from '../../downloads'

interface AttachmentDialogProps {
  name: string
  /** Path of the file on this server. */
  path: string
  view: 'image' | 'sheet'
  onClose: () => void
}

export default function AttachmentDialog({ name, path, view, onClose }: AttachmentDialogProps) {
  const translate = useTranslate()
  const fleet = useFleet()
  const { data, error, refetch } = useQuery({
    queryKey: ['orders', 'file', path],
    queryFn: async ({ signal }) => {
      const { blob } = await fleet.downloadFile(path, signal)
      return view === 'sheet' ? { sheet: await firstRows(blob) } : { image: blob }
    },
    // Not cached: the result sheet changes with the targets.
    gcTime: 0,
  })
  // Errors of requests have a message to show; errors of the sheet reader have only a code.
  const problem = error && ('status' in error ? error : new Error(translate('orders.files.unreadable')))
  const download = (
    <DownloadButton
      variant="contained"
      fetchFile={async () => ({ ...(await fleet.downloadFile(path)), name })}
    >
      {translate('orders.files.download')}
    </DownloadButton>
  )
  return (
    <DialogFrame
      title={name}
      maxWidth="lg"
      busy={!data && !error}
      onClose={onClose}
      closeLabel={translate('ra.action.close')}
      actions={download}
    >
      {problem && <ErrorState error={problem} onRetry={() => refetch()} />}
      {!data && !error && <Skeleton variant="rounded" height={240} />}
      {data?.image && <Picture blob={data.image} name={name} />}
      {data?.sheet && <Sheet rows={data.sheet} name={name} />}
    </DialogFrame>
  )
}

function Picture({ blob, name }: { blob: Blob; name: string }) {
  const url = useObjectUrl(blob)
  return (
    url && <Box component="img" src={url} alt={name} sx={{ maxWidth: 1, display: 'block', mx: 'auto' }} />
  )
}

const MAX_ROWS = 200

/**
 * Reads the header and `MAX_ROWS` rows, and one more row if there is one.
 *
 * @throws SheetProblem if the file is not a spreadsheet
 */
async function firstRows(blob: Blob): Promise<SheetRow[]> {
  const rows: SheetRow[] = []
  for await (const row of readSheet(chunksOf(blob))) {
    const rowCount = rows.push(row)
    if (rowCount > MAX_ROWS + 1) break
  }
  return rows
}

/** The blob as one chunk, since not every browser can iterate over a blob's stream. */
async function* chunksOf(blob: Blob): AsyncGenerator<Uint8Array> {
  yield new Uint8Array(await blob.arrayBuffer())
}

function Sheet({ rows: [head, ...rows], name }: { rows: SheetRow[]; name: string }) {
  const translate = useTranslate()
  if (!head || rows.length === 0) return <Alert severity="info">{translate('orders.files.empty')}</Alert>
  const records = rows.slice(0, MAX_ROWS).map(({ number, cells }) => ({ id: number, cells }))
  return (
    <>
      {rows.length > MAX_ROWS && (
        <Alert severity="info" sx={{ mb: 2 }}>
          {translate('orders.files.firstRows', { count: MAX_ROWS.toLocaleString('ko-KR') })}
        </Alert>
      )}
      <Box sx={{ display: 'flex', flexDirection: 'column', maxHeight: '60dvh' }}>
        <TableRegion label={name} busy={false}>
          <DataTable
            resource="file"
            data={records}
            isPending={false}
            bulkActionButtons={false}
            rowClick={false}
          >
            {head.cells.map(({ column, text }) => (
              <DataTableColumn
                key={column}
                source={String(column)}
                label={<span>{text}</span>}
                render={({ cells }) => (cells as SheetCell[]).find(cell => cell.column === column)?.text}
              />
            ))}
          </DataTable>
        </TableRegion>
      </Box>
    </>
  )
}
