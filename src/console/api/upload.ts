/** Sending a file with progress, which `fetch` does not report. */

export interface Progress {
  /** Bytes that were sent, of the total. */
  sent: number
  total: number
  /** Everything was sent, and the server is working. */
  done: boolean
}

export interface UploadOptions {
  signal?: AbortSignal
  onProgress?: (progress: Progress) => void
  /** What the upload is called, for `cancelUpload` and `uploadTurn`. */
  name?: string
}

/** How many devices leave and join a batch, as the user was shown before agreeing. */
export interface ExpectedMoves {
  left: number
  joined: number
  regrouped: number
}

/** The numbers that the user agreed to (decision 63). */
export const expectedHeaders = ({ left, joined, regrouped }: ExpectedMoves): Record<string, string> => ({
  'Leaving-Devices': String(left),
  'Joining-Devices': String(joined),
  'Regrouping-Devices': String(regrouped),
})

/**
 * `fetch` for one part `file`: rejects with an AbortError when the signal cancels it, a TypeError without an answer.
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
        done: false,
      })
    request.upload.onload = () => onProgress?.({ sent: file.size, total: file.size, done: true })
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
