/** Reads devices and their secrets from a sheet, such as the one with the secrets of a batch. */
import { createReadStream } from 'node:fs'
import { checkImei } from '../../domain/imei'
import type { SimulatedDevice } from '../../server/demo/simulator'
import { readSheet } from '../../sheet'

/**
 * Reads from each row the first IMEI and, from the next cell, the secret. Skips rows without an IMEI, such as headers.
 *
 * @param file csv or xlsx
 */
export async function readSecrets(file: string): Promise<SimulatedDevice[]> {
  const devices = new Map<string, SimulatedDevice>()
  for await (const { cells } of readSheet(createReadStream(file))) {
    const texts = cells.map(({ text }) => text)
    const imeiIndex = texts.findIndex(text => checkImei(text) === undefined)
    const imei = texts[imeiIndex]
    const secret = texts[imeiIndex + 1]
    if (imei && secret) devices.set(imei, { imei, secret })
  }
  return [...devices.values()]
}
