/** Scales any picture that the browser can read down to a size that a record can hold. */

/** In pixels; tried in turn, until the data URL is short enough. */
const EDGES = [256, 192, 128, 96, 64]

/** @returns a data URL of at most `maxLength` characters; `undefined` for a file that is no picture */
export async function smallPicture(file: Blob, maxLength: number): Promise<string | undefined> {
  try {
    const bitmap = await createImageBitmap(file)
    for (const edge of EDGES) {
      const url = drawn(bitmap, edge)
      if (url && url.length <= maxLength) return url
    }
    return undefined
  } catch {
    return undefined
  }
}

function drawn(bitmap: ImageBitmap, edge: number): string | undefined {
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
