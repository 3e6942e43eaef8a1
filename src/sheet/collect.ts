/** An upload as one piece of memory: a zip has its table of contents at the end, so all of it must be there. */
import type { SheetLimits } from './limits'
import { SheetProblem } from './SheetProblem'

/** Reads to the end, or throws `bytesIn` as soon as the limit is passed; what follows is then never asked for. */
export async function collect(
  source: AsyncIterable<Uint8Array>,
  limits: Pick<SheetLimits, 'bytesIn'>,
): Promise<Uint8Array> {
  const pieces: Uint8Array[] = []
  let size = 0
  for await (const piece of source) {
    size += piece.length
    if (size > limits.bytesIn) throw new SheetProblem('bytesIn', { limit: limits.bytesIn })
    pieces.push(piece)
  }
  const whole = new Uint8Array(size)
  let at = 0
  for (const piece of pieces) {
    whole.set(piece, at)
    at += piece.length
  }
  return whole
}
