/** For journeys through bulk changes: new devices in a new group, and the parts of the screens. */
import { translate } from '../../src/tools/translate'
import { expect, type Locator, type Page, type Site } from './journey'
import {
  ask,
  type Device,
  devicesOf,
  filtered,
  freshImei,
  input,
  type Made,
  makeBatch,
  phoneOfImei,
  rows,
} from './records'

export const bar = (page: Page) => page.getByRole('toolbar', { name: translate('bulk.bar') })
export const dialog = (page: Page) => page.getByRole('dialog')
export const pick = (page: Page, at: number) => rows(page).nth(at).getByRole('checkbox')

/** Presses the button with a text of `i18n`. */
export const pressIn = (part: Locator, text: string, params = {}) =>
  part.getByRole('button', { name: translate(text, params) }).click()

/** Counts the clicks of the user from now on. */
export async function countClicks(page: Page): Promise<() => Promise<number>> {
  await page.evaluate(() => {
    const counted = globalThis as { clicks?: number }
    counted.clicks = 0
    addEventListener('click', ({ isTrusted }) => (counted.clicks! += Number(isTrusted)), true)
  })
  return () => page.evaluate(() => (globalThis as { clicks?: number }).clicks!)
}

/** Chooses an entry of a dropdown in the dialog; the filters behind the dialog have the same labels. */
export async function choose(page: Page, name: string, option: string): Promise<void> {
  await input(dialog(page), name).click()
  await page.getByRole('option', { name: option, exact: true }).click()
}

/** The address of the list, filtered by a group. */
export const listOf = ({ id }: Pick<Made, 'id'>) => filtered('/app/devices', { model: 1, batch: id })

/** Creates a group with devices of the vendor, all of the first model, at the same moment. */
export async function makeDevices(site: Site, count: number) {
  const batch = await makeBatch(site, { model: 1 })
  const ids = Array.from({ length: count }, freshImei)
  const { payload } = await ask<{ name: string }[]>(site, 'vendor', 'GET', '/api/models')
  const lines = ids.map(id => `${id},${phoneOfImei(id)},${id.slice(-5)},${payload[0]!.name},${batch.name}`)
  const body = new FormData()
  body.append('file', new Blob([['IMEI,전화번호,시리얼,모델,그룹', ...lines].join('\n')]), 'devices.csv')
  const answer = await fetch(`${site.url}/api/devices/roster/ul`, {
    method: 'POST',
    headers: { authorization: `Bearer ${await site.token('vendor')}` },
    body,
  })
  const text = await answer.text()
  expect([answer.status, text]).toEqual([200, expect.any(String)])
  return { batch, ids, created: JSON.parse(text).payload.created }
}

/** The devices of a group, read by their vendor. */
export const devicesIn = async (site: Site, batch: number): Promise<Device[]> =>
  (await devicesOf(site, 'vendor', `batch=${batch}&page_limit=100`)).data
