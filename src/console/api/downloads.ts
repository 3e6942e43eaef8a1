/** Files that the server sends: their name, and how they reach the user's disk. */
import { plainFileName } from '../../domain/fileName'

export interface Download {
  blob: Blob
  name: string
}

/** The file of an answer, named by its content-disposition header (§7). */
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

/** The name that a content-disposition header gives, `filename*` (RFC 5987) before `filename`; without any folder. */
export function fileNameOf(header: string | null): string | undefined {
  if (!header) return undefined
  const extended = /filename\*\s*=\s*([\w-]+)'[^']*'([^;]+)/i.exec(header)
  const plain = /filename\s*=\s*(?:"((?:[^"\\]|\\.)*)"|([^;]+))/i.exec(header)
  const name =
    decoded(extended?.[1], extended?.[2]) ?? plain?.[1]?.replace(/\\(.)/g, '$1') ?? plain?.[2]?.trim()
  return (name && plainFileName(name).split(/[/\\]/).pop()?.trim()) || undefined
}

function decoded(charset: string | undefined, text: string | undefined): string | undefined {
  if (!charset || !text || charset.toLowerCase() !== 'utf-8') return undefined
  try {
    return decodeURIComponent(text.trim())
  } catch {
    return undefined
  }
}

/** Hands a file to the browser's downloads. */
export function saveDownload({ blob, name }: Download): void {
  const url = URL.createObjectURL(blob)
  const link = document.createElement('a')
  link.href = url
  link.download = name
  document.body.append(link)
  link.click()
  link.remove()
  // Revoked late: some browsers read the address after the click has returned.
  setTimeout(() => URL.revokeObjectURL(url), 60_000)
}
