/** Scales a picture down until it is small enough to be stored in a record. */

/** Longest edges that are tried in turn, until the data URL is short enough. */
const EDGES_PX = [256, 192, 128, 96, 64]

/**
 * @returns a data URL of at most `maxLength` characters; `undefined` if the browser cannot read the file, or even the
 * smallest picture is too long
 */
export async function smallPicture(file: Blob, maxLength: number): Promise<string | undefined> {
  try {
    const bitmap = await createImageBitmap(file)
    for (const edge of EDGES_PX) {
      const url = scaledDataUrl(bitmap, edge)
      if (url && url.length <= maxLength) return url
    }
    return undefined
  } catch {
    return undefined
  }
}

function scaledDataUrl(bitmap: ImageBitmap, edge: number): string | undefined {
  const scale = Math.min(1, edge / Math.max(bitmap.width, bitmap.height))
  const canvas = document.createElement('canvas')
  canvas.width = Math.max(1, Math.round(bitmap.width * scale))
  canvas.height = Math.max(1, Math.round(bitmap.height * scale))
  const context = canvas.getContext('2d')
  if (!context) return undefined
  context.drawImage(bitmap, 0, 0, canvas.width, canvas.height)
  // A browser that cannot write webp answers with png.
  return canvas.toDataURL('image/webp', 0.85)
}
