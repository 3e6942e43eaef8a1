/** Uploads a file by XMLHttpRequest, because `fetch` does not report the progress of an upload. */
import type { ColumnMapping } from '../../contract/devices'

export interface Progress {
  /** Sent bytes. */
  sent: number
  /** Bytes of the whole request. */
  total: number
  /** Everything was sent, and the server is processing the file. */
  isSent: boolean
}

export interface UploadOptions {
  signal?: AbortSignal
  onProgress?: (progress: Progress) => void
  /** A unique name, by which `cancelUpload` and `uploadTurn` refer to the upload. */
  name?: string
  /** The columns of headers, as the user has chosen them. */
  mapping?: ColumnMapping | undefined
}

/** The query that sends a mapping. */
export const columnsQuery = (mapping: ColumnMapping = {}): { columns?: string } =>
  Object.keys(mapping).length > 0 ? { columns: JSON.stringify(mapping) } : {}

/** The numbers of devices that leave a batch, join it, and change their bunch in it, to which the user agreed. */
export interface ExpectedMoves {
  left: number
  joined: number
  regrouped: number
}

/** The headers that send these numbers. The server refuses the upload if it counts other numbers (decision 63). */
export const expectedHeaders = ({ left, joined, regrouped }: ExpectedMoves): Record<string, string> => ({
  'Leaving-Devices': String(left),
  'Joining-Devices': String(joined),
  'Regrouping-Devices': String(regrouped),
})

/**
 * Posts one multipart field `file`. Like `fetch`, it rejects with an AbortError if the signal is aborted, and with a
 * TypeError if there is no response.
 */
export function sendFile(
  url: string,
  file: File,
  { headers, signal, onProgress }: UploadOptions & { headers: Record<string, string> },
): Promise<Response> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest()
    const cancel = () => request.abort()
    const onAbort = () => reject(new DOMException('The upload was cancelled', 'AbortError'))
    if (signal?.aborted) {
      onAbort()
      return
    }
    request.open('POST', url)
    for (const [key, value] of Object.entries(headers)) request.setRequestHeader(key, value)
    request.upload.onprogress = event =>
      onProgress?.({
        sent: event.loaded,
        total: event.lengthComputable ? event.total : file.size,
        isSent: false,
      })
    request.upload.onload = () => onProgress?.({ sent: file.size, total: file.size, isSent: true })
    request.onload = () => resolve(new Response(request.responseText || null, { status: request.status }))
    request.onerror = () => reject(new TypeError('The upload got no answer'))
    request.onabort = onAbort
    signal?.addEventListener('abort', cancel)
    request.onloadend = () => signal?.removeEventListener('abort', cancel)
    const form = new FormData()
    form.append('file', file, file.name)
    request.send(form)
  })
}
