/** Reads downloaded files from responses, and hands them to the browser. */
import { plainFileName } from '../../domain/fileName'

export interface Download {
  blob: Blob
  name: string
}

/** Reads the file of a response. Its name is in the content-disposition header (§7). */
export async function readDownload(response: Response, onActivity: () => void): Promise<Download> {
  const reportActivity = new TransformStream<Uint8Array, Uint8Array>({
    transform(piece, controller) {
      onActivity()
      controller.enqueue(piece)
    },
  })
  const { headers } = response
  return {
    blob: await new Response(response.body?.pipeThrough(reportActivity), { headers }).blob(),
    name: fileNameOf(response.headers.get('content-disposition')) ?? 'download.xlsx',
  }
}

/** The file name in a content-disposition header, without folders. `filename*` (RFC 5987) precedes `filename`. */
export function fileNameOf(header: string | null): string | undefined {
  if (!header) return undefined
  // `filename*=utf-8''%EA%B0%80.xlsx`
  const extended = /filename\*\s*=\s*([\w-]+)'[^']*'([^;]+)/i.exec(header)
  // `filename="a.xlsx"`, which may contain escapes such as `\"`, or `filename=a.xlsx`
  const plain = /filename\s*=\s*(?:"((?:[^"\\]|\\.)*)"|([^;]+))/i.exec(header)
  const name =
    decode(extended?.[1], extended?.[2]) ?? plain?.[1]?.replace(/\\(.)/g, '$1') ?? plain?.[2]?.trim()
  return (name && plainFileName(name).split(/[/\\]/).pop()?.trim()) || undefined
}

function decode(charset: string | undefined, text: string | undefined): string | undefined {
  if (!charset || !text || charset.toLowerCase() !== 'utf-8') return undefined
  try {
    return decodeURIComponent(text.trim())
  } catch {
    return undefined
  }
}

/** Saves a file as a download of the browser. */
export function saveDownload({ blob, name }: Download): void {
  const url = URL.createObjectURL(blob)
  const link = document.createElement('a')
  link.href = url
  link.download = name
  document.body.append(link)
  link.click()
  link.remove()
  // Revoked later: some browsers read the URL after `click()` has returned.
  setTimeout(() => URL.revokeObjectURL(url), 60_000)
}
