/** Sorts pasted phone numbers into devices, duplicates, unknown numbers and invalid texts. */
import type { DeviceHit, SortedNumbers } from '../../../contract/devices'
import { possiblePhones } from '../../../domain/phone'
import type { Tenant } from '../tenancy'

/** Puts each text that is not blank into exactly one list, in the original order; a found number as its device. */
export async function sortNumbers(tenant: Tenant, texts: readonly string[]): Promise<SortedNumbers> {
  const inputs = texts
    .filter(text => text.trim() !== '')
    .map(text => ({ text, possible: possiblePhones(text) }))
  const devices = await devicesOf(tenant, [...new Set(inputs.flatMap(({ possible }) => possible))])
  const sorted: SortedNumbers = { found: [], duplicate: [], unknown: [], invalid: [] }
  const earlierNumbers = new Set<string>()
  for (const { text, possible } of inputs) {
    const number = possible.find(candidate => devices.has(candidate)) ?? possible[0]
    const device = number === undefined ? undefined : devices.get(number)
    if (number === undefined) sorted.invalid.push(text)
    else if (earlierNumbers.has(number)) sorted.duplicate.push(text)
    else if (device) sorted.found.push(device)
    else sorted.unknown.push(text)
    if (number !== undefined) earlierNumbers.add(number)
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
