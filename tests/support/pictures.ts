/** Pictures of any size: what makes them pictures is how they begin. */

const BEGINNINGS = {
  png: Buffer.from('89504e470d0a1a0a', 'hex'),
  jpeg: Buffer.from('ffd8ffe0', 'hex'),
  gif: Buffer.from('GIF89a'),
  webp: Buffer.from('RIFF\0\0\0\0WEBP'),
}
export type PictureKind = keyof typeof BEGINNINGS

/** @param mark makes it another picture */
export function pictureBytes(kind: PictureKind = 'png', bytes = 32, mark = 0): Buffer {
  return Buffer.concat([BEGINNINGS[kind], Buffer.alloc(bytes - BEGINNINGS[kind].length, mark)])
}

export const picture = (kind: PictureKind = 'png', bytes = 32, mark = 0): string =>
  `data:image/${kind};base64,${pictureBytes(kind, bytes, mark).toString('base64')}`
