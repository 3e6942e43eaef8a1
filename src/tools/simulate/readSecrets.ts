/** Devices and their secrets from a sheet, such as that of the secrets of a batch. */
import { createReadStream } from 'node:fs'
import { checkImei } from '../../domain/imei'
import type { SimulatedDevice } from '../../server/demo/simulator'
import { readSheet } from '../../sheet'

/**
 * The first cell of each row that is an IMEI, and the cell behind it; rows without both, such as headings, are skipped.
 *
 * @param file csv or xlsx
 */
export async function readSecrets(file: string): Promise<SimulatedDevice[]> {
  const devices = new Map<string, SimulatedDevice>()
  for await (const { cells } of readSheet(createReadStream(file))) {
    const at = cells.findIndex(({ text }) => checkImei(text) === undefined)
    const [imei, secret] = at < 0 ? [] : cells.slice(at).map(({ text }) => text)
    if (imei && secret) devices.set(imei, { imei, secret })
  }
  return [...devices.values()]
}
