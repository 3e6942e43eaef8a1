/**
 * What is said before the devices connect: how many there are, of how many that were asked for, and whose they were.
 */
import { grouped } from '../../domain/grouped'
import type { SentenceOf } from '../command'

interface Opening {
  devices: number
  /** Where a number was given. */
  asked: number | undefined
  /** A server has played its demo's devices until now. */
  lent: boolean
  /** The broker, without a login. */
  url: string
}

export const opening = ({ devices, asked, lent, url }: Opening, sentence: SentenceOf): string[] => [
  ...(asked !== undefined && devices < asked
    ? [sentence('simulate.fewer', { devices: grouped(devices), asked: grouped(asked) })]
    : []),
  sentence('simulate.begins', { devices, url }),
  ...(lent ? [sentence('simulate.lent')] : []),
]
