/** Phone numbers as people paste them, sorted into what can be ordered and what cannot. */
import type { DeviceHit, SortedNumbers } from '../../../contract/devices'
import { possiblePhones } from '../../../domain/phone'
import type { Tenant } from '../tenancy'

/** Each text lands in one of the lists, as it was given and in the order given. */
export async function sortNumbers(tenant: Tenant, texts: readonly string[]): Promise<SortedNumbers> {
  const entered = texts
    .filter(text => text.trim() !== '')
    .map(text => ({ text, meant: possiblePhones(text) }))
  const devices = await devicesOf(tenant, [...new Set(entered.flatMap(({ meant }) => meant))])
  const sorted: SortedNumbers = { found: [], duplicate: [], unknown: [], invalid: [] }
  const seen = new Set<string>()
  for (const { text, meant } of entered) {
    const number = meant.find(one => devices.has(one)) ?? meant[0]
    const device = number === undefined ? undefined : devices.get(number)
    if (number === undefined) sorted.invalid.push(text)
    else if (seen.has(number)) sorted.duplicate.push(text)
    else if (device) sorted.found.push(device)
    else sorted.unknown.push(text)
    if (number !== undefined) seen.add(number)
  }
  return sorted
}

async function devicesOf(tenant: Tenant, numbers: string[]): Promise<ReadonlyMap<string, DeviceHit>> {
  if (numbers.length === 0) return new Map()
  const rows = await tenant
    .devices()
    .where(({ eb, fn, val }) => eb('devices.isdn', '=', fn.any(val(numbers))))
    .select(['devices.id as device', 'devices.isdn as number', 'devices.online'])
    .execute()
  return new Map(rows.map(row => [row.number, row]))
}
