/** The lines that `npm run simulate` prints before the devices connect. */
import { grouped } from '../../domain/grouped'
import type { SentenceOf } from '../command'

interface Start {
  /** The number of devices found. */
  devices: number
  /** The requested number of devices; `undefined` if the user gave none. */
  wanted: number | undefined
  /** Whether a server simulated these devices until now. */
  lent: boolean
  /** The address of the broker, without its login. */
  url: string
}

export const startLines = ({ devices, wanted, lent, url }: Start, sentence: SentenceOf): string[] => [
  ...(wanted !== undefined && devices < wanted
    ? [sentence('simulate.fewer', { devices: grouped(devices), asked: grouped(wanted) })]
    : []),
  sentence('simulate.begins', { devices, url }),
  ...(lent ? [sentence('simulate.lent')] : []),
]
